import { readFileSync } from "node:fs"
import { act } from "react"
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest"
import { parseTokens } from "../../src/api"
import { App } from "../../src/app/app"
import { loadRoute } from "../../src/app/routing/prefetch"
import type { Language } from "../../src/core/text/i18n"
import { config } from "../../src/state/config"
import { cache, unsavedChanges } from "../../src/state/instances"
import { recentActionsRestored } from "../../src/state/recent-actions"
import { signedOut, verified } from "../../src/state/session"
import { dismissAll } from "../../src/state/toasts"
import { accounts, createTestApi, type TestApi } from "../api"
import { click, mount, speak, type, until } from "../kit"
import { UploadRequest } from "./upload-request"

export const envelope = (status: number, body: object = {}) =>
  new Response(JSON.stringify({ value: null, isSuccess: false, errors: [], validationErrors: [], ...body }), { status })
/** A refusal in which the server says nothing: the call's own words are left. */
const refused = () => envelope(400)

const element = (selector: string) => document.querySelector<HTMLElement>(selector)

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

/** The whole console on the real API, a company's in Turkish and the platform's in English, with one answer broken. */
export const consoleOnApi = () => {
  let api: TestApi
  let broken: { call: string; answer: () => Response } | undefined
  let unmount = async () => {}
  const realFetch = globalThis.fetch

  beforeAll(async () => {
    api = await createTestApi()
    config.feedback = "api"
    vi.stubGlobal("XMLHttpRequest", UploadRequest)
    globalThis.fetch = async (input, init) => {
      const { pathname, search } = new URL(String(input), location.href)
      if (`${init?.method ?? "GET"} ${pathname}`.startsWith(broken?.call.replace(" ", " /backend") ?? "-"))
        return broken?.answer() ?? refused()
      // Texts of some pages only.
      if (pathname.startsWith("/locales/")) return new Response(readFileSync(pathname.slice(1)))
      return api.fetch(pathname + search, init)
    }
  })
  afterAll(async () => {
    globalThis.fetch = realFetch
    vi.unstubAllGlobals()
    await api.close()
  })
  afterEach(async () => {
    broken = undefined
    unsavedChanges.clear()
    await unmount()
    await act(async () => {
      signedOut("left")
      cache.clear()
      recentActionsRestored([])
      dismissAll()
    })
    localStorage.clear()
    sessionStorage.clear()
  })

  return {
    api: () => api,
    break: (call?: string, answer: () => Response = refused) => {
      broken = call ? { call, answer } : undefined
    },
    /** @param path relative to the role's root, or absolute; @param door whose language may be another than the screen's */
    open: async (language: Language, path: string, door: keyof typeof doors = language, email: string = doors[door].email) => {
      speak(language)
      const { root } = doors[door]
      const address = path.startsWith("/") ? path : `${root}/${path}`
      const { user, tokens } = parseTokens({ value: await api.tokensFor(email), status: 200 }, Date.now())
      verified(user, { ...tokens, tokenExpiry: Date.now() + 900_000 })
      history.replaceState(null, "", address)
      await loadRoute(address.split("?")[0] ?? "")
      ;({ unmount } = await mount(<App />))
    },
    close: () => unmount(),
    token: (language: Language) => api.signIn(doors[language].email),
  }
}
