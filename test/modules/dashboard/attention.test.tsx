import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { gifts } from "../../../server/src/db/schema"
import type { Attention } from "../../../src/contract/attention"
import { moduleDefaults } from "../../../src/contract/permissions/module-flags"
import { config } from "../../../src/state/config"
import { flagsLoaded, flagsReset } from "../../../src/state/flags"
import { cache } from "../../../src/state/instances"
import { accounts } from "../../api"
import { hasExtensions } from "../../extensions"
import { act, click, find, until } from "../../kit"
import { consoleOnApi } from "../kit"

/** What needs attention on the dashboard, on the real API (docs/console.md#dashboard). */
const screens = consoleOnApi()
const path = "/api/dashboard/attention"
const open = screens.openAs
const answerWith = (answer: () => Response) => screens.break(`GET ${path}`, answer)

beforeAll(async () => {
  screens.hasBell = true
  const validityEnd = new Date(screens.api().now() + 3 * 86_400_000)
  await screens
    .api()
    .db.insert(gifts)
    .values(["Biten kart", "Öteki kart"].map(cardName => ({ cardName, validityEnd })))
  await screens
    .api()
    .db.execute(
      `update gifts set tenant_id = (select id from tenants where name = 'Yeşilova Grup') where card_name = 'Biten kart'`,
    )
  await screens
    .api()
    .db.execute(`update campaigns set end_date = '${validityEnd.toISOString()}', start_date = created_at, intent = 'live'
    where id in (select distinct on (tenant_id) id from campaigns order by tenant_id, id)`)
})
afterEach(() => {
  hasExtensions(true)
  config.feedback = "api"
  flagsReset()
})

const strip = () => document.querySelector(".task-strip")
const links = () => [...(strip()?.querySelectorAll("a") ?? [])]
const lines = (given: Attention["lines"]) => () =>
  new Response(JSON.stringify({ value: { lines: given }, isSuccess: true, errors: [], validationErrors: [] }))

describe.each([
  ["tr", "/user/dashboard", accounts.elif, "Bugün ilgi bekleyenler", /^1 hediye kartı 7 gün içinde bitiyor/, 4],
  ["en", "/admin/dashboard", accounts.admin, "Needs attention today", /^2 gift cards expire within 7 days/, 3],
] as const)("in %s on %s", (language, at, email, title, text, count) => {
  it("each line names its number and its most urgent record, and leads to a list of as many, as the figures do", async () => {
    await open(at, email, language)
    await until(() => expect(links().length).toBeGreaterThan(2))
    expect(strip()?.querySelector("h2")?.textContent).toBe(title)
    const line = links().find(link => link.textContent?.match(text))
    expect(line?.textContent).toMatch(/ · (Biten|Öteki) kart$/)
    for (const link of links()) {
      const [count] = /^\d+/.exec(link.querySelector("b")?.textContent ?? "") ?? []
      const { pathname, search } = new URL(link.href)
      const base = pathname.split("/")[2] ?? ""
      const call = {
        campaigns: "campaign",
        draws: "draw",
        "gift-management": "gift",
        "feedback-management": "feedback",
        "company-management": "tenant",
      }[base]
      const { value } = await screens
        .api()
        .call("GET", `/${call}/list${search}`, { token: (await screens.api().tokensFor(email)).token })
      expect([base, String(value.totalCount)]).toEqual([base, count])
    }
    const figures = () => [...document.querySelectorAll<HTMLAnchorElement>("a.stat")]
    await until(() => expect(figures()).toHaveLength(count))
    for (const figure of figures()) {
      const { pathname, search } = new URL(figure.href)
      const list = { campaigns: "campaign", "gift-management": "gift", employees: "user" }[pathname.split("/")[2] ?? ""]
      const { token } = await screens.api().tokensFor(email)
      const { value } = await screens.api().call("GET", `/${list}/list${search}`, { token })
      const shown = new Intl.NumberFormat(language).format(value.totalCount)
      expect([pathname, figure.querySelector("strong")?.textContent]).toEqual([pathname, shown])
    }
  })
})

describe("a line's list", () => {
  it("shows the filter by name while it is set, an unknown one as unknown, and all records once it is removed", async () => {
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(links().some(link => link.pathname === "/user/campaigns")).toBe(true))
    const line = links().find(link => link.pathname === "/user/campaigns")
    const [count = ""] = /^\d+/.exec(line?.textContent ?? "") ?? []
    await click(line)
    const total = () => document.querySelector(".tabs__count")?.textContent
    await until(() => expect([location.search, total()]).toEqual(["?attention=ending&sortBy=endDate&sortOrder=asc", count]))
    const chip = find(".filter-bar .chip", "7 gün içinde bitecekler")
    await click(chip.querySelector("button"))
    await until(() => expect(document.querySelector(".filter-bar .chip")).toBeNull())
    expect(location.search).toBe("?sortBy=endDate&sortOrder=asc")
    expect((document.activeElement as HTMLInputElement).type).toBe("search")
    await until(() => expect(Number(total())).toBeGreaterThan(Number(count)))
    await act(async () => history.pushState(null, "", "/user/campaigns?attention=x"))
    await until(() => expect(document.querySelector(".filter-bar .chip")?.textContent).toBe("Bilinmiyor"))
  })
})

describe("the strip", () => {
  it("says that there is nothing to do", async () => {
    answerWith(lines([]))
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
    answerWith(
      lines([...kinds, "feedbackNew", "feedbackOverdue"].map(kind => ({ ...record, kind }) as Attention["lines"][number])),
    )
    flagsLoaded({ ...moduleDefaults, surveyManagement: false })
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(links().map(link => link.pathname)).toEqual(lists.map(list => `/user/${list}`)))
    expect(strip()?.textContent).not.toContain("undefined")
  })

  it("is hidden when the call fails, and the list stays", async () => {
    answerWith(() => new Response("", { status: 500 }))
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(document.querySelector("tbody tr[data-row]")).toBeTruthy())
    await until(() => expect(strip()).toBeNull())
  })

  it("is not asked for without extensions", async () => {
    hasExtensions(false)
    await open("/user/dashboard", accounts.elif)
    await until(() => expect(document.querySelector("tbody tr[data-row]")).toBeTruthy())
    expect([strip(), screens.calls.includes(`GET /backend${path}`)]).toEqual([null, false])
  })
})

describe("the bell", () => {
  const leave = async () => {
    await screens.close()
    cache.clear()
  }
  const bell = () => document.querySelector<HTMLElement>(".counted-panel__button[aria-label^='Sizi bekleyen']")
  const panel = () => [...document.querySelectorAll(".counted-panel li")].map(({ textContent }) => textContent ?? "")
  const line = (count: number): Attention["lines"][number] => ({
    kind: "drawsDue",
    count,
    id: "1",
    title: "Bayram çekilişi",
    date: "2026-03-10T09:00:00Z",
  })

  it("has the lines on every page, and marks those that count more than at the last look", async () => {
    let count = 2
    answerWith(() => lines([line(count)])())
    await open("/user/campaigns")
    await until(() => expect(bell()?.getAttribute("aria-label")).toBe("Sizi bekleyen 1 konu, 1 yeni"))
    await click(bell())
    expect(panel()).toEqual(["2 çekilişin sonucu bekleniyor10 Mar · Bayram çekilişiYeni"])
    await click(bell())
    expect(bell()?.getAttribute("aria-label")).toBe("Sizi bekleyen 1 konu")
    await leave()

    for (const [next, isNew] of [
      [2, false],
      [1, false],
      [2, true],
    ] as const) {
      count = next
      await open("/user/announcement-management")
      await until(() =>
        expect(bell()?.getAttribute("aria-label")).toBe(isNew ? "Sizi bekleyen 1 konu, 1 yeni" : "Sizi bekleyen 1 konu"),
      )
      if (next === 1) await click(bell())
      await leave()
    }
  })

  it("reads the lines again each minute, and none while the page is hidden", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    try {
      answerWith(lines([line(1)]))
      await open("/user/campaigns")
      await until(() => expect(bell()).toBeTruthy())
      const asked = () => screens.calls.filter(call => call === `GET /backend${path}`).length
      const before = asked()
      await act(async () => vi.advanceTimersByTime(60_000))
      await until(() => expect(asked()).toBe(before + 1))
      vi.spyOn(document, "hidden", "get").mockReturnValue(true)
      await act(async () => vi.advanceTimersByTime(180_000))
      expect(asked()).toBe(before + 1)
    } finally {
      vi.restoreAllMocks()
      vi.useRealTimers()
    }
  })

  it("leads to the list, and is left out where the call fails", async () => {
    answerWith(lines([line(1)]))
    await open("/user/campaigns")
    await until(() => expect(bell()).toBeTruthy())
    await click(bell())
    await click(document.querySelector(".counted-panel a"))
    await until(() => expect(location.pathname + location.search).toContain("/user/draws?attention=due"))
    expect(document.querySelector(".counted-panel")).toBeNull()
    await leave()
    answerWith(() => new Response(null, { status: 404 }))
    await open("/user/campaigns")
    await until(() => expect(document.querySelector("tbody tr[data-row]")).toBeTruthy())
    expect(bell()).toBeNull()
  })
})
