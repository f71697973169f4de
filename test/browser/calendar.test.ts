import { expect, it } from "vitest"
import { itInLongRuns } from "../rounds"
import { accounts, axe, mark, phone, press, problemsOf } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** The calendar by keyboard and pointer; its rules are in test/modules/calendar. */
const { openAs } = provideConsole()

const month = "2099-05"

it("the calendar moves a record by keyboard alone, and by dragging", async () => {
  const title = `Takvim ${mark()}`
  await callAs(accounts.sarikum, "POST", "/announcement/create", {
    title,
    description: "Açıklama",
    body: "Metin",
    type: 0,
    startDate: "2099-05-12T06:00:00.000Z",
    endDate: "2099-05-14T18:00:00.000Z",
    status: 1,
  })
  const page = await openAs(accounts.sarikum, {}, `/user/calendar?month=${month}&keyword=${encodeURIComponent(title)}`)
  /** Where the buttons of the header are on a phone, without the list of recent actions. */
  const phoneHeader = async () => {
    await page.locator(".topbar > .counted-panel__button").waitFor()
    const size = page.viewportSize() ?? phone
    await page.setViewportSize(phone)
    const buttons = await page.locator(".topbar > button").filter({ visible: true }).all()
    const places = await Promise.all(buttons.map(async button => (await button.boundingBox())?.x))
    await page.setViewportSize(size)
    return places
  }
  const header = await phoneHeader()
  const barOn = (day: string) => page.locator(`td[data-cell="${month}-${day}"] .schedule__bar`, { hasText: title })
  await barOn("12").waitFor()

  // The first day is the tab stop of the grid: a week down, four days on.
  await press(page.locator(`[data-day="${month}-01"]`), "ArrowDown")
  for (const day of ["08", "09", "10", "11"]) await press(page.locator(`[data-day="${month}-${day}"]`), "ArrowRight")
  await press(page.locator(`[data-day="${month}-12"]`), "Enter")
  const dialog = page.locator("dialog[open]")
  await dialog.locator(".schedule-row", { hasText: title }).waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  await press(dialog.locator(".schedule-row button"))
  await press(dialog.getByRole("button", { name: "Taşı", exact: true }))
  const start = page.locator("#startDate")
  await start.waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  await start.fill("20.05.2099")
  await press(start, "Enter")
  await page.locator(".toast", { hasText: "Tarihler taşındı" }).first().waitFor()
  await barOn("20").waitFor()
  await barOn("12").waitFor({ state: "detached" })
  // The list of recent actions has appeared.
  await page.locator(".topbar__recent").waitFor()
  expect(await phoneHeader()).toEqual(header)

  await barOn("20").scrollIntoViewIfNeeded()
  const [bar, target] = [await barOn("20").boundingBox(), await page.locator(`td[data-cell="${month}-23"]`).boundingBox()]
  if (!bar || !target) throw new Error("The bar or its target is not shown.")
  const y = bar.y + bar.height / 2
  await page.mouse.move(bar.x + 20, y)
  await page.mouse.down()
  await page.mouse.move(target.x + 20, y, { steps: 6 })
  await page.locator(".schedule__ghost", { hasText: title }).waitFor()
  await page.mouse.up()
  await barOn("23").waitFor()
  await barOn("20").waitFor({ state: "detached" })
  expect(problemsOf(page)).toEqual([])
})

itInLongRuns("the month opens on today, within the window, with kinds and phases folded", async () => {
  const page = await openAs(accounts.sarikum, { width: 1280, height: 800 }, "/user/calendar")
  const today = await page.locator("[data-day][aria-current=date]").boundingBox()
  expect((today?.y ?? 0) + (today?.height ?? 0)).toBeLessThan(800)
  expect(await page.locator(".schedule-choices").first().isVisible()).toBe(false)
  await press(page.getByRole("button", { name: "Filtreler" }))
  expect(await page.locator(".schedule-choices").first().isVisible()).toBe(true)
})

itInLongRuns("the calendar of a phone folds kinds and phases with the filters, unless they are not the usual ones", async () => {
  const startDate = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const title = `Ajanda ${mark()}`
  const announcement = { title, description: "Açıklama", body: "Metin", type: 0, startDate, endDate: null, status: 1 }
  await callAs(accounts.sarikum, "POST", "/announcement/create", announcement)
  const page = await openAs(accounts.sarikum, phone, "/user/calendar")
  const kinds = page.locator(".schedule-choices").first()
  const toggle = page.getByRole("button", { name: "Filtreler" })
  await page.locator(".schedule-row:visible", { hasText: title }).waitFor()
  expect(await kinds.isVisible()).toBe(false)
  await press(toggle)
  await kinds.locator("input").first().uncheck()
  await press(toggle)
  expect(await kinds.isVisible()).toBe(true)
})
