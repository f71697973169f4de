import { act, createElement } from "react"
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest"
import { parseTokens } from "../../../src/api"
import { App } from "../../../src/app/app"
import { loadRoute } from "../../../src/app/routing/prefetch"
import { cache, unsavedChanges } from "../../../src/state/instances"
import { signedOut, verified } from "../../../src/state/session"
import { dismissAll } from "../../../src/state/toasts"
import { accounts, createTestApi, type TestApi } from "../../api"
import { mount, speak, until } from "../../kit"

/** Over before the clock of the API: such a draw can be locked and run at once. */
const past = { startDate: "2026-02-01T09:00:00Z", endDate: "2026-02-20T09:00:00Z", drawDate: "2026-02-21T09:00:00Z" }
const ahead = { startDate: "2026-02-01T09:00:00Z", endDate: "2027-11-20T09:00:00Z", drawDate: "2027-11-21T09:00:00Z" }

/** The screens of draws on the real API, with faults put between them. */
export const drawScreens = () => {
  let api: TestApi
  let fault: ((request: Request) => Response | undefined) | undefined
  let unmount = async () => {}
  const tokens = new Map<string, string>()
  const realFetch = globalThis.fetch

  beforeAll(async () => {
    api = await createTestApi()
    globalThis.fetch = async (input, init) => {
      const url = new URL(String(input), location.href)
      return fault?.(new Request(url, init)) ?? api.fetch(url.pathname + url.search, init)
    }
  })
  afterAll(async () => {
    globalThis.fetch = realFetch
    await api.close()
  })
  beforeEach(() => {
    fault = undefined
  })
  afterEach(async () => {
    unsavedChanges.clear()
    await unmount()
    await act(async () => {
      signedOut("left")
      cache.clear()
      dismissAll()
    })
    localStorage.clear()
    sessionStorage.clear()
  })

  const send = async (method: string, path: string, body?: unknown, email: string = accounts.elif) => {
    const token = tokens.get(email) ?? (await api.signIn(email))
    tokens.set(email, token)
    return api.call(method, path, { token, body })
  }
  const create = async (given: object = {}) => {
    const base = { title: "Akış çekilişi", description: "Özet", method: 0, eligibility: 0, status: 1, ...past }
    const prizes = [{ name: "Bisiklet", type: 0, quantity: 2, value: 9000, imageUrl: null }]
    const answer = await send("POST", "/draw/create", { ...base, prizes, ...given })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.value.id as string
  }
  return {
    api: () => api,
    send,
    create,
    ahead,
    get: async (id: string) => (await send("GET", `/draw/${id}`)).value,
    break: (answer: (request: Request) => Response | undefined) => {
      fault = answer
    },
    open: async (path: string, email: string = accounts.elif, language: "tr" | "en" = "tr") => {
      speak(language)
      const signedIn = parseTokens({ value: await api.tokensFor(email), status: 200 }, Date.now())
      verified(signedIn.user, { ...signedIn.tokens, tokenExpiry: Date.now() + 900_000 })
      history.replaceState(null, "", path)
      await loadRoute(path.split("?")[0] ?? path)
      ;({ unmount } = await mount(createElement(App)))
    },
  }
}

export const text = () => document.body.textContent ?? ""
export const element = (selector: string) => document.querySelector<HTMLElement>(selector)
export const shows = (words: string | RegExp) => until(() => expect(text()).toMatch(words))
export const rows = () => [...document.querySelectorAll("tbody tr[data-row]")]
export const dialog = () => element("dialog[open]")
export const envelope = (status: number, body: object = {}) =>
  new Response(JSON.stringify({ value: null, isSuccess: false, errors: [], validationErrors: [], ...body }), { status })
