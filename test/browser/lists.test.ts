import type { Page } from "playwright-core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { accounts, axe, problemsOf } from "./kit"
import { provideProduct } from "./provide-product"

/** What only a layout shows of lists (docs/console.md#tables). */
const { openAs } = provideProduct()
let page: Page
beforeEach(async () => {
  page = await openAs(accounts.yesilova, { width: 1280, height: 800 })
})
afterEach(() => page.close())

const lists = ["campaigns", "announcement-management", "partner-management", "payment-management", "gift-management"]

const openList = async (path: string) => {
  await page.goto(`/user/${path}`)
  await page.locator("tbody tr[data-row]").first().waitFor()
}

/** Places of what must not move. */
const places = () =>
  page.evaluate(() =>
    [...document.querySelectorAll("h1, .filter-bar > *, thead th, tbody tr:first-child")].map(element => {
      const { x, y, width } = element.getBoundingClientRect()
      return [x, y, width].map(Math.round).join()
    }),
  )

it.each([
  [1280, 62],
  [1024, 62],
])("at %i px every list has rows of two lines, within its card, with the menu in view", async (width, height) => {
  await page.setViewportSize({ width, height: 800 })
  for (const path of lists) {
    await openList(path)
    const asTable = page.getByRole("button", { name: "Tablo", exact: false })
    if (await asTable.count()) {
      await asTable.click()
      await page.locator(".gift-table").waitFor()
    }
    const found = await page.evaluate(() => {
      const card = document.querySelector(".table-wrap")?.getBoundingClientRect()
      const ends = [...document.querySelectorAll("tbody .table__actions button")].map(
        button => button.getBoundingClientRect().right,
      )
      const rows = [...document.querySelectorAll("tbody tr[data-row]")].map(row => row.getBoundingClientRect().height)
      const cut = [...document.querySelectorAll("thead th")].filter(
        head => head.getBoundingClientRect().right > (card?.right ?? 0) + 1,
      )
      return { end: Math.max(...ends) - (card?.right ?? 0), rows: Math.max(...rows), cut: cut.length }
    })
    expect([path, found.rows <= height, found.end < 0, found.cut]).toEqual([path, true, true, 0])
  }
})

it("names the columns that do not fit, and shows all of them where they do", async () => {
  const hint = page.locator(".table__hint")
  await page.setViewportSize({ width: 1024, height: 800 })
  await openList("campaigns")
  expect((await hint.innerText()).replace(/\s+/g, " ")).toBe("Sığmayan sütunlar: Kullanım · Ödül")
  await page.setViewportSize({ width: 1280, height: 800 })
  await hint.waitFor({ state: "hidden" })
})

it("nothing moves when a row is ticked, when a letter is typed, and while the first rows are loaded", async () => {
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
  const loading = await places()
  answer()
  await page.locator("tbody tr[data-row]").first().waitFor()
  await page.unroute("**/campaign/list*")
  expect(await places()).toEqual(loading)
  await page.locator("tbody input[type=checkbox]").first().check()
  await page.locator(".bulk-bar").waitFor()
  expect(await places()).toEqual(loading)
  const answered = page.waitForResponse(/\/campaign\/list\?.*keyword=k/)
  await page.locator("input[type=search]").first().pressSequentially("k")
  await page.waitForURL(/keyword=k/)
  await answered
  expect(await places()).toEqual(loading)
})

it("the head stays in view, and the list is found as it was left: by Back, and by the breadcrumb", async () => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await openList("campaigns?page=2")
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 320)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  const top = await page.evaluate(() => scrollY)
  const head = await page.locator("thead th").nth(1).boundingBox()
  expect(Math.round(head?.y ?? 0)).toBe(56)
  for (const goBack of [() => page.goBack(), () => page.locator(".breadcrumb a").first().click()]) {
    await page.locator("tbody tr[data-row]").nth(4).locator("td").nth(3).click()
    await page.locator(".siblings").waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await goBack()
    await page.locator("tbody tr[data-row]").first().waitFor()
    expect(new URL(page.url()).search).toBe("?page=2")
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  }
  expect(problemsOf(page)).toEqual([])
})

it("on a phone the first record is in the first screen, filters are behind a button, and the selection's bar is one line", async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of lists) {
    await openList(path)
    const top = await page.locator("tbody tr[data-row]").first().boundingBox()
    expect([path, (top?.y ?? 0) < 420]).toEqual([path, true])
  }
  await openList("campaigns")
  const toggle = page.getByRole("button", { name: "Filtreler" })
  const period = page.locator(".filter-bar .date-range")
  expect([await toggle.getAttribute("aria-expanded"), await period.isVisible()]).toEqual(["false", false])
  await toggle.press("Enter")
  expect([await toggle.getAttribute("aria-expanded"), await period.isVisible()]).toEqual(["true", true])
  await page.goto("/user/campaigns?startDate=2026-01-01&endDate=2027-12-31")
  await page.getByRole("button", { name: "Filtreler 1" }).waitFor()
  await page.locator("tbody input[type=checkbox]").first().check()
  expect((await page.locator(".bulk-bar").boundingBox())?.height).toBeLessThan(60)
  expect(await axe(page)).toEqual([])
})

describe("what needs attention", () => {
  const kinds = ["drawsDue", "campaignsEnding", "campaignsReview", "surveysClosing", "giftsEnding", "announcementsEnding"]
  const record = { count: 1_234, id: "1", title: "Çok uzun adlı bir kayıt, iki satıra sığmayan", date: "2026-03-05T09:00:00Z" }
  const lines = kinds.map(kind => ({ ...record, kind }))
  type Shifts = { shifts: number }

  it.each([
    [accounts.yesilova, "/user/dashboard", { width: 1366, height: 768, language: "tr", dark: false }, [undefined, lines]],
    [
      accounts.administrator,
      "/admin/dashboard",
      { width: 390, height: 844, language: "en", dark: true },
      [[], lines.slice(0, 1), lines],
    ],
  ] as const)(
    "moves nothing when it arrives, takes a line when there is nothing, and leaves room for three records: %s on %s",
    async (email, path, view, answers) => {
      const dashboard = await openAs(email, view)
      await dashboard.addInitScript(() => {
        const found = Object.assign(globalThis as unknown as Shifts, { shifts: 0 })
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[])
            if (entry.sources.some(({ node }) => (node as Element)?.closest?.("tbody, .stats, .tabs")))
              found.shifts += entry.value
        }).observe({ type: "layout-shift", buffered: true })
      })
      const heights: number[] = []
      for (const given of answers) {
        let answer = () => {}
        const held = new Promise<void>(resolve => {
          answer = resolve
        })
        await dashboard.route("**/api/dashboard/attention", async route => {
          await held
          const value = { value: { lines: given }, isSuccess: true, errors: [], validationErrors: [] }
          await (given ? route.fulfill({ json: value }) : route.continue())
        })
        await dashboard.goto(path)
        const strip = dashboard.locator(".task-strip")
        const row = dashboard.locator("tbody tr[data-row]").first()
        await row.waitFor()
        await dashboard.locator(".stats:not([aria-busy])").waitFor()
        const before = await row.boundingBox()
        const shifts = await dashboard.evaluate(() => (globalThis as unknown as Shifts).shifts)
        answer()
        await dashboard.locator(".task-strip:not([aria-busy])").waitFor()
        await dashboard.unroute("**/api/dashboard/attention")
        const { height = 0 } = (await strip.boundingBox()) ?? {}
        if (given?.length === 0) {
          expect(height).toBeLessThan(80)
          continue
        }
        expect(await row.boundingBox()).toEqual(before)
        expect(await dashboard.evaluate(() => (globalThis as unknown as Shifts).shifts)).toBe(shifts)
        if (given) expect(await strip.locator("a").count()).toBe(given.length)
        const fits = await strip.evaluate(element =>
          [...element.querySelectorAll(".task")].every(task => task.scrollHeight <= task.clientHeight),
        )
        expect(fits).toBe(true)
        heights.push(height)
        const third = await dashboard.locator("tbody tr[data-row]").nth(2).boundingBox()
        if (view.width === 1366) expect((third?.y ?? 0) + (third?.height ?? 0)).toBeLessThan(view.height)
      }
      expect(await axe(dashboard)).toEqual([])
      expect(new Set(heights).size).toBe(1)
      expect(problemsOf(dashboard)).toEqual([])
      await dashboard.close()
    },
  )
})

it("the platform's filters stand on one line with the tools, or on two with the tools beside the search", async () => {
  const platform = await openAs(accounts.administrator, { width: 1351, height: 800 }, "/admin/campaigns")
  await platform.locator("tbody tr[data-row]").first().waitFor()
  for (const [width, lines] of [
    [1351, 1],
    [1280, 2],
    [1024, 2],
  ] as const) {
    await platform.setViewportSize({ width, height: 800 })
    const found = await platform.evaluate(() => {
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
  await platform.close()
})
