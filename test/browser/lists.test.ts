import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { type AttentionKind, attentionLines } from "../../src/contract/attention"
import { itInLongRuns } from "../rounds"
import { accounts, axe, phone, problemsOf, show } from "./kit"
import { provideConsole } from "./provide-console"

/** What only a layout shows of lists (docs/console.md#tables). */
const { openAs } = provideConsole()

const lists = ["campaigns", "announcement-management", "partner-management", "payment-management", "gift-management"]
const rows = (page: Page) => page.locator("table:not([aria-busy=true]) tbody tr[data-row]")
const open = async (path: string, view = {}) => {
  const page = await openAs(accounts.yesilova, view, `/user/${path}`)
  await rows(page).first().waitFor()
  return page
}
const scrolled = (page: Page) => page.evaluate(() => scrollY)

/** Places of what must not move. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("h1, .filter-bar > *, thead th, tbody tr:first-child")].map(element => {
      const { x, y, width } = element.getBoundingClientRect()
      return [x, y, width].map(Math.round).join()
    }),
  )

/** Lists that are measured at some width, and how. */
const measureTable = () => {
  const card = document.querySelector(".table-wrap")?.getBoundingClientRect()
  const ends = [...document.querySelectorAll("tbody .table__actions button")].map(button => button.getBoundingClientRect().right)
  const heights = [...document.querySelectorAll("tbody tr[data-row]")].map(row => row.getBoundingClientRect().height)
  const cut = [...document.querySelectorAll("thead th")].filter(
    head => head.getBoundingClientRect().right > (card?.right ?? 0) + 1,
  )
  return { isLow: Math.max(...heights) <= 84, hasMenu: Math.max(...ends) < (card?.right ?? 0), cut: cut.length }
}

itInLongRuns.each(["tr", "en"] as const)("no line of what needs attention is cut off on a desk, in %s", async language => {
  const page = await openAs(accounts.administrator, { language }, "/admin/profile")
  const kinds = Object.keys(attentionLines) as AttentionKind[]
  let shown: AttentionKind[] = []
  await page.route("**/backend/api/dashboard/attention", route => {
    const lines = shown.map(kind => ({
      kind,
      count: 12,
      id: "1",
      title: "Ramazan alışveriş kartı",
      date: "2026-03-05T09:00:00Z",
    }))
    return route.fulfill({ json: { value: { lines }, isSuccess: true } })
  })
  const lines = page.locator(".task > b")
  for (let from = 0; from < kinds.length; from += 6) {
    shown = kinds.slice(Math.min(from, kinds.length - 6)).slice(0, 6)
    await page.goto("/admin/dashboard")
    await expect.poll(() => lines.count()).toBe(6)
    const cut = await lines.evaluateAll(texts =>
      texts.filter(text => text.scrollHeight > text.clientHeight).map(text => text.textContent),
    )
    expect(cut).toEqual([])
  }
})

it("on a desk every list has rows of three lines at most, within its card, with the menu in view, and names the columns that do not fit", async () => {
  const page = await open("campaigns")
  const hint = page.locator(".table__hint")
  for (const path of lists) {
    if (path !== "campaigns") await show(page, `/user/${path}`)
    const asTable = page.getByRole("button", { name: "Tablo", exact: false })
    if (await asTable.count()) {
      await asTable.click()
      await page.locator(".gift-table").waitFor()
    }
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      if (path === "campaigns" && width === 1280) await hint.waitFor({ state: "hidden" })
      const hidden = async () => (await hint.innerText()).replace(/\s+/g, " ")
      if (path === "campaigns" && width === 1024) await expect.poll(hidden).toBe("Sığmayan sütunlar: Kullanan kişi · Ödül")
      const found = await page.evaluate(measureTable)
      expect([path, width, found]).toEqual([path, width, { isLow: true, hasMenu: true, cut: 0 }])
    }
  }
})

it("no badge breaks within a word", async () => {
  const page = await open("campaigns?status=3")
  const badges = page.locator("td .badge")
  await badges.getByText("Duraklatıldı").first().waitFor()
  const broken = await badges.evaluateAll(all => all.filter(badge => badge.clientHeight > 24).map(badge => badge.textContent))
  expect(broken.filter(text => !text?.includes(" "))).toEqual([])
})

it("nothing moves when a row is ticked, when a letter is typed, and while the first rows are loaded", async () => {
  const page = await openAs(accounts.yesilova, {}, "about:blank")
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route("**/campaign/list*", async route => {
    await held
    await route.continue()
  })
  await page.goto("/user/campaigns")
  await page.locator("tbody .skeleton").first().waitFor()
  const loading = await places(page)
  answer()
  await rows(page).first().waitFor()
  await page.unroute("**/campaign/list*")
  expect(await places(page)).toEqual(loading)
  await page.locator("tbody input[type=checkbox]").first().check()
  await page.locator(".bulk-bar").waitFor()
  expect(await places(page)).toEqual(loading)
  const answered = page.waitForResponse(/\/campaign\/list\?.*keyword=k/)
  await page.locator("input[type=search]").first().pressSequentially("k")
  await page.waitForURL(/keyword=k/)
  await answered
  expect(await places(page)).toEqual(loading)
})

it("the head stays in view, and the list is found as it was left: by Back, and by the breadcrumb", async () => {
  const page = await open("campaigns?page=2", { width: 1280, height: 600 })
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 320)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(200)
  const top = await scrolled(page)
  const head = await page.locator("thead th").nth(1).boundingBox()
  expect(Math.round(head?.y ?? 0)).toBe(56)
  const sorts = await page.locator("thead th button").evaluateAll(all => all.map(button => button.getBoundingClientRect().height))
  expect(Math.min(...sorts)).toBeGreaterThanOrEqual(24)
  await rows(page).nth(4).locator("input").check()
  for (const goBack of [() => page.goBack(), () => page.locator(".breadcrumb a").first().click()]) {
    await rows(page).nth(4).locator("td").nth(3).click()
    await page.locator(".siblings").waitFor()
    await expect.poll(() => scrolled(page)).toBe(0)
    await goBack()
    await rows(page).first().waitFor()
    expect(new URL(page.url()).search).toBe("?page=2")
    await expect.poll(() => scrolled(page)).toBe(top)
    expect(await rows(page).nth(4).locator("input").isChecked()).toBe(true)
  }
  expect(problemsOf(page)).toEqual([])
})

it("on a phone the first record is in the first screen, filters are behind a button, and the selection's bar is one line", async () => {
  const page = await open("campaigns", phone)
  for (const path of lists.toReversed()) {
    await show(page, `/user/${path}`)
    const top = await rows(page).first().boundingBox()
    expect([path, (top?.y ?? 0) < 420]).toEqual([path, true])
  }
  const toggle = page.getByRole("button", { name: "Filtreler" })
  const period = page.locator(".filter-bar .date-range")
  expect([await toggle.getAttribute("aria-expanded"), await period.isVisible()]).toEqual(["false", false])
  await toggle.press("Enter")
  expect([await toggle.getAttribute("aria-expanded"), await period.isVisible()]).toEqual(["true", true])
  await show(page, "/user/campaigns?startDate=2026-01-01&endDate=2027-12-31")
  await page.getByRole("button", { name: "Filtreler 1" }).waitFor()
  await page.locator("tbody input[type=checkbox]").first().check()
  expect((await page.locator(".bulk-bar").boundingBox())?.height).toBeLessThan(60)
  expect(await axe(page)).toEqual([])
})

itInLongRuns(
  "what needs attention moves nothing when it arrives, takes a line when there is nothing, and leaves room for records",
  async () => {
    const kinds = ["drawsDue", "campaignsEnding", "campaignsReview", "surveysClosing", "giftsEnding", "announcementsEnding"]
    const record = { count: 1_234, id: "1", title: "Çok uzun adlı bir kayıt, iki satıra sığmayan", date: "2026-03-05T09:00:00Z" }
    const lines = kinds.map(kind => ({ ...record, kind }))
    type Shifts = { shifts: number }
    const page = await openAs(accounts.yesilova, {}, "about:blank")
    await page.addInitScript(() => {
      const found = Object.assign(globalThis as unknown as Shifts, { shifts: 0 })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[])
          if (entry.sources.some(({ node }) => (node as Element)?.closest?.("tbody, .stats, .tabs"))) found.shifts += entry.value
      }).observe({ type: "layout-shift", buffered: true })
    })
    const strip = page.locator(".task-strip")
    for (const [size, given] of [
      [{ width: 1366, height: 768 }, lines],
      [phone, lines.slice(0, 1)],
      [phone, []],
    ] as const) {
      await page.setViewportSize(size)
      let answer = () => {}
      const held = new Promise<void>(resolve => {
        answer = resolve
      })
      await page.route("**/api/dashboard/attention", async route => {
        await held
        await route.fulfill({ json: { value: { lines: given }, isSuccess: true, errors: [], validationErrors: [] } })
      })
      await page.goto("/user/dashboard")
      const row = rows(page).first()
      await row.waitFor()
      await page.locator(".stats:not([aria-busy])").waitFor()
      const look = async () => ({
        row: await row.boundingBox(),
        shifts: await page.evaluate(() => (globalThis as unknown as Shifts).shifts),
      })
      const before = await look()
      answer()
      await page.locator(".task-strip:not([aria-busy])").waitFor()
      await page.unroute("**/api/dashboard/attention")
      if (!given.length) {
        expect((await strip.boundingBox())?.height).toBeLessThan(80)
        continue
      }
      expect(await look()).toEqual(before)
      expect(await strip.locator("a").count()).toBe(given.length)
      const fits = await strip.evaluate(element =>
        [...element.querySelectorAll(".task")].every(task => task.scrollHeight <= task.clientHeight),
      )
      expect(fits).toBe(true)
      const third = await rows(page).nth(2).boundingBox()
      if (size.width === 1366) expect((third?.y ?? 0) + (third?.height ?? 0)).toBeLessThan(size.height)
      expect(await axe(page, ".task-strip")).toEqual([])
    }
    expect(problemsOf(page)).toEqual([])
  },
)

itInLongRuns("the platform's filters stand on one line with the tools, or on two with the tools beside the search", async () => {
  const page = await openAs(accounts.administrator, {}, "/admin/campaigns")
  await rows(page).first().waitFor()
  for (const [width, lines] of [
    [1351, 1],
    [1280, 2],
    [1024, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const found = await page.evaluate(() => {
      const middle = (element: Element | null) => {
        const { top, height } = element?.getBoundingClientRect() ?? { top: 0, height: 0 }
        return Math.round(top + height / 2)
      }
      const bar = document.querySelector(".filter-bar")
      const shown = [...(bar?.children ?? [])].filter(part => part.getBoundingClientRect().height > 0)
      const tools = bar?.querySelector(".push-end") ?? null
      const header = document.querySelector(".topbar")?.getBoundingClientRect().right ?? 0
      return {
        lines: new Set(shown.map(middle)).size,
        isBesideSearch: middle(tools) === middle(bar?.querySelector("input[type=search]") ?? null),
        strip: innerWidth - header,
      }
    })
    expect([width, found]).toEqual([width, { lines, isBesideSearch: true, strip: 0 }])
  }
})
