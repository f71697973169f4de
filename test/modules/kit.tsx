import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest"
import { parseTokens } from "../../src/api/http"
import { App } from "../../src/app/app"
import { loadRoute } from "../../src/app/routing/prefetch"
import type { Language } from "../../src/core/text/i18n"
import { config } from "../../src/state/config"
import { reachabilityReported } from "../../src/state/connection"
import { flagsReset } from "../../src/state/flags"
import { cache, confirmation, unsavedChanges } from "../../src/state/instances"
import { permissionsReset } from "../../src/state/permissions"
import { recentActionsRestored } from "../../src/state/recent-actions"
import { signedOut, verified } from "../../src/state/session"
import { dismissAll } from "../../src/state/toasts"
import { accounts, createTestApi, type TestApi } from "../api"
import { hasExtensions } from "../extensions"
import { act, click, element, mount, speak, type, until } from "../kit"
import { textsAnswer } from "../texts"
import { UploadRequest } from "./upload-request"

export const envelope = (status: number, body: object = {}, headers?: HeadersInit) =>
  new Response(JSON.stringify({ value: null, isSuccess: false, errors: [], validationErrors: [], ...body }), { status, headers })
/** A refusal in which the server says nothing: the call's own words are left. */
const refused = () => envelope(400)

/** Fills fields by id and saves. */
export const saves = (fields: Record<string, string>) => async () => {
  await until(() => expect(element(".action-bar [type=submit]")).toBeTruthy())
  for (const [id, text] of Object.entries(fields)) await type(document.getElementById(id), text)
  await click(element(".action-bar [type=submit]"))
}

const unreadablePng = () => new File([Buffer.from("89504e470d0a1a0a", "hex")], "logo.png")

/** Chooses a picture, by default one that the API cannot read. */
export const uploads = async (file = unreadablePng()) => {
  await until(() => expect(element("input[type=file]")).toBeTruthy())
  const input = element("input[type=file]") as HTMLInputElement
  Object.defineProperty(input, "files", { configurable: true, value: [file] })
  await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })))
}

const doors = {
  tr: { root: "/user", email: accounts.elif },
  en: { root: "/admin", email: accounts.admin },
} as const

type Asked = { method: string; url: string }

/** Calls that end a session or replace its tokens. */
const endsSession = /\/auth\/(?!me\b)/

/** Signs in once for each account, which takes as long as a page: again after {@link forget}, or when the access token is about to expire. */
const keepSignIns = (api: TestApi) => {
  type Tokens = Awaited<ReturnType<TestApi["tokensFor"]>>
  const known = new Map<string, { tokens: Promise<Tokens>; until: number }>()
  const tokensFor = (email: string) => {
    const found = known.get(email)
    if (found && api.now() < found.until) return found.tokens
    const tokens = api.tokensFor(email)
    known.set(email, { tokens, until: api.now() + 10 * 60_000 })
    return tokens
  }
  const kept: TestApi = { ...api, tokensFor, signIn: async email => (await tokensFor(email)).token }
  return { kept, forget: () => known.clear() }
}

/** Signs out, and forgets what was read, asked and stored. */
export const resetConsole = async () => {
  await act(async () => {
    confirmation.pending()?.answer(false)
    signedOut("left")
    cache.clear()
    recentActionsRestored([])
    permissionsReset()
    flagsReset()
    reachabilityReported(true)
    dismissAll()
    hasExtensions(config.extensions)
  })
  localStorage.clear()
  sessionStorage.clear()
}

/** Shows a page of the console. @returns what takes it away */
export const showPage = async (path: string) => {
  history.replaceState(null, "", path)
  await loadRoute(path.split("?")[0] ?? path)
  return (await mount(<App />)).unmount
}

/**
 * The whole console on the real API. `fault` answers a call in the API's place, or is why it fails; `isLost` names calls that are carried out
 * and whose answer never comes; `calls` lists what was asked. All three are cleared after each test. The console's clock stands still at the
 * API's, so that no test depends on the day on which it runs.
 */
export const consoleOnApi = () => {
  let api: TestApi
  let forget = () => {}
  let unmount = async () => {}
  const realFetch = globalThis.fetch
  const calls: string[] = []
  /** Calls that the API has not answered yet. */
  const running = new Set<Promise<Response>>()
  const clear = () => {
    screens.fault = () => undefined
    screens.isLost = () => false
    calls.length = 0
  }

  beforeAll(async () => {
    ;({ kept: api, forget } = keepSignIns(await createTestApi()))
    config.feedback = "api"
    vi.stubGlobal("XMLHttpRequest", UploadRequest)
    globalThis.fetch = async (input, init) => {
      const url = new URL(String(input), location.href)
      const { pathname, search } = url
      const call = `${init?.method ?? "GET"} ${pathname}`
      calls.push(call + search)
      const answer = screens.fault({ method: init?.method ?? "GET", url: url.href })
      if (answer instanceof Error) throw answer
      if (answer) return answer
      if (pathname.endsWith("/api/dashboard/attention") && !screens.hasBell)
        return envelope(200, { value: { lines: [] }, isSuccess: true })
      // Texts of some pages only.
      if (pathname.startsWith("/locales/")) return textsAnswer(pathname)
      const answering = api.fetch(pathname + search, init)
      running.add(answering)
      const received = await answering.finally(() => running.delete(answering))
      if (screens.isLost(call)) throw new TypeError("The answer was lost.")
      return received
    }
  })
  afterAll(async () => {
    globalThis.fetch = realFetch
    vi.unstubAllGlobals()
    await api.close()
  })
  beforeEach(async () => {
    vi.setSystemTime(api.now())
    // The embedded database times its idle work by this clock, from its last statement on.
    await api.db.execute("select 1")
  })
  afterEach(async () => {
    if (calls.some(call => endsSession.test(call))) forget()
    clear()
    unsavedChanges.clear()
    await unmount()
    unmount = async () => {}
    // A late answer of this test would be one of the next test's session.
    await Promise.allSettled(running)
    await resetConsole()
    vi.useRealTimers()
  })

  const show = async (path: string) => {
    await unmount()
    unmount = await showPage(path)
  }

  const screens = {
    api: () => api,
    calls,
    /** Whether the API answers what needs attention. The bell of every page asks for it: a sixth of the work of a page. */
    hasBell: false,
    fault: (_: Asked): Response | Error | undefined => undefined,
    isLost: (_: string) => false,
    /** Answers the calls that begin so, by default with a refusal in which the server says nothing. */
    break: (call?: string, answer: () => Response = refused) => {
      const begin = call?.replace(" ", " /backend")
      screens.fault = ({ method, url }) =>
        begin && `${method} ${new URL(url).pathname}`.startsWith(begin) ? answer() : undefined
    },
    signIn: async (email: string, tokenOf = (token: string) => token) => {
      const { user, tokens } = parseTokens({ value: await api.tokensFor(email), status: 200 }, Date.now())
      verified(user, { ...tokens, token: tokenOf(tokens.token), tokenExpiry: Date.now() + 900_000 })
    },
    /** Shows a page to whoever is signed in. */
    show,
    /** Signs in and shows a page. */
    openAs: async (path: string, email: string = accounts.elif, language: Language = "tr") => {
      speak(language)
      await screens.signIn(email)
      await show(path)
    },
    /** @param path relative to the role's root, or absolute; @param door whose language may be another than the screen's */
    open: (language: Language, path: string, door: keyof typeof doors = language) =>
      screens.openAs(path.startsWith("/") ? path : `${doors[door].root}/${path}`, doors[door].email, language),
    close: () => unmount(),
    /** Accounts sign in again: their sessions were ended beside the console. */
    forgetSignIns: () => forget(),
    token: (language: Language) => api.signIn(doors[language].email),
  }
  return screens
}
