// @vitest-environment happy-dom

import { act } from "react"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { gifts } from "../../../server/src/db/schema"
import { parseTokens } from "../../../src/api"
import { App } from "../../../src/app/app"
import { loadRoute } from "../../../src/app/routing/prefetch"
import type { Attention } from "../../../src/contract/attention"
import { moduleDefaults } from "../../../src/contract/module-flags"
import type { Language } from "../../../src/core/text/i18n"
import { config } from "../../../src/state/config"
import { flagsLoaded, flagsReset } from "../../../src/state/flags"
import { cache } from "../../../src/state/instances"
import { signedOut, verified } from "../../../src/state/session"
import { accounts, createTestApi, type TestApi } from "../../api"
import { click, find, mount, speak, until } from "../../kit"

/** What needs attention on the dashboard, on the real API (docs/console.md#dashboard). */
let api: TestApi
let answer: (() => Response) | undefined
const calls: string[] = []
const realFetch = globalThis.fetch
const path = "/backend/api/dashboard/attention"

beforeAll(async () => {
  api = await createTestApi()
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), location.href)
    calls.push(url.pathname)
    return (url.pathname === path && answer?.()) || api.fetch(url.pathname + url.search, init)
  }
  const validityEnd = new Date(api.now() + 3 * 86_400_000)
  await api.db.insert(gifts).values(["Biten kart", "Öteki kart"].map(cardName => ({ cardName, validityEnd })))
  await api.db.execute(
    `update gifts set tenant_id = (select id from tenants where name = 'Yeşilova Grup') where card_name = 'Biten kart'`,
  )
  await api.db.execute(`update campaigns set end_date = '${validityEnd.toISOString()}', start_date = created_at, intent = 'live'
    where id in (select distinct on (tenant_id) id from campaigns order by tenant_id, id)`)
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await api.close()
})

let unmount: () => Promise<void> = async () => {}

const open = async (at: string, email: string, language: Language = "tr") => {
  speak(language)
  const pair = await api.tokensFor(email)
  const signedIn = parseTokens({ value: pair, status: 200 }, Date.now())
  verified(signedIn.user, { ...signedIn.tokens, tokenExpiry: Date.now() + 900_000 })
  history.replaceState(null, "", at)
  await loadRoute(at)
  ;({ unmount } = await mount(<App />))
}

afterEach(async () => {
  answer = undefined
  config.extensions = true
  config.feedback = "memory"
  flagsReset()
  calls.length = 0
  await unmount()
  await act(async () => {
    signedOut("left")
    cache.clear()
  })
  localStorage.clear()
  sessionStorage.clear()
})

const strip = () => document.querySelector(".task-strip")
const links = () => [...(strip()?.querySelectorAll("a") ?? [])]
const lines = (given: Attention["lines"]) => () =>
  new Response(JSON.stringify({ value: { lines: given }, isSuccess: true, errors: [], validationErrors: [] }))

describe.each([
  ["tr", "/user/dashboard", accounts.elif, "Bugün ilgi bekleyenler", /^1 hediye kartının süresi 7 gün içinde doluyor/],
  ["en", "/admin/dashboard", accounts.admin, "Needs attention today", /^2 gift cards expire within 7 days/],
] as const)("in %s on %s", (language, at, email, title, text) => {
  it("each line names its number and its most urgent record, and leads to a list of as many", async () => {
    await open(at, email, language)
    await until(() => expect(links().length).toBeGreaterThan(2))
    expect(strip()?.querySelector("h2")?.textContent).toBe(title)
    const line = links().find(link => link.textContent?.match(text))
    expect(line?.textContent).toMatch(/ · (Biten|Öteki) kart$/)
    for (const link of links()) {
      const [count] = /^\d+/.exec(link.querySelector("b")?.textContent ?? "") ?? []
      const { pathname, search } = new URL(link.href)
      const base = pathname.split("/")[2] ?? ""
      const call = { campaigns: "campaign", draws: "draw", "gift-management": "gift", "feedback-management": "feedback" }[base]
      const { value } = await api.call("GET", `/${call}/list${search}`, { token: (await api.tokensFor(email)).token })
      expect([base, String(value.totalCount)]).toEqual([base, count])
    }
  })
})

describe("a line's list", () => {
  it("shows the filter by name while it is set, and all records once it is removed", async () => {
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(links().some(link => link.pathname === "/user/campaigns")).toBe(true))
    const line = links().find(link => link.pathname === "/user/campaigns")
    const [count = ""] = /^\d+/.exec(line?.textContent ?? "") ?? []
    await click(line)
    const total = () => document.querySelector(".tabs__count")?.textContent
    await until(() => expect([location.search, total()]).toEqual(["?attention=ending", count]))
    const chip = find(".filter-bar .chip", "7 gün içinde bitecekler")
    await click(chip.querySelector("button"))
    await until(() => expect(document.querySelector(".filter-bar .chip")).toBeNull())
    expect(location.search).toBe("")
    expect((document.activeElement as HTMLInputElement).type).toBe("search")
    await until(() => expect(Number(total())).toBeGreaterThan(Number(count)))
  })

  it("names an unknown filter as unknown", async () => {
    await open("/user/draws?attention=x", accounts.elif)
    await until(() => expect(document.querySelector(".filter-bar .chip")?.textContent).toBe("Bilinmiyor"))
  })
})

describe("the strip", () => {
  it("says that there is nothing to do", async () => {
    answer = lines([])
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(strip()?.textContent).toContain("Bugün ilginizi bekleyen bir iş yok."))
  })

  const ofOthers = ["draws", "campaigns", "campaigns", "gift-management", "announcement-management"]
  it.each([
    ["api", [...ofOthers, "feedback-management"]],
    ["memory", ofOthers],
  ] as const)("has six lines at most, without modules that are closed and unknown kinds, feedback: %s", async (source, lists) => {
    config.feedback = source
    const kinds = ["x", "drawsDue", "campaignsEnding", "campaignsReview", "surveysClosing", "giftsEnding", "announcementsEnding"]
    const record = { count: 2, id: "1", title: "Kayıt", date: "2026-03-05T09:00:00Z" }
    answer = lines([...kinds, "feedbackNew", "feedbackOverdue"].map(kind => ({ ...record, kind }) as Attention["lines"][number]))
    flagsLoaded({ ...moduleDefaults, surveyManagement: false })
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(links().map(link => link.pathname)).toEqual(lists.map(list => `/user/${list}`)))
    expect(strip()?.textContent).not.toContain("undefined")
  })

  it.each([404, 405, 500])("is hidden when the call answers %i, and the list stays", async status => {
    answer = () => new Response("", { status })
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(document.querySelector("tbody tr[data-row]")).toBeTruthy())
    await until(() => expect(strip()).toBeNull())
  })

  it("is not asked for without extensions", async () => {
    config.extensions = false
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(document.querySelector("tbody tr[data-row]")).toBeTruthy())
    expect([strip(), calls.includes(path)]).toEqual([null, false])
  })
})
