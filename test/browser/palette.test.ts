import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { accounts, axe, isWithinWindow, problemsOf } from "./kit"
import { provideConsole } from "./provide-console"

/** The command palette in a real browser: by keyboard and on a phone (docs/console.md#command-palette). */
const { openAs } = provideConsole()

const palette = (page: Page) => page.locator("dialog.palette[open]")
const settled = (page: Page) => page.locator(".palette__list[aria-busy=false]").waitFor()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest("[data-row], input, #main, button")?.tagName)

it("the palette opens, finds, leads and gives the focus back by keyboard; nothing in it is out of reach", async () => {
  const page = await openAs(accounts.administrator, { language: "en", width: 390, dark: true }, "/admin/dashboard")
  await page.locator("table:not([aria-busy=true]) tbody tr[data-row] a").first().focus()
  // The chunk comes with the first use.
  const chunks = await page.evaluate(
    () => performance.getEntriesByType("resource").filter(({ name }) => /palette-/.test(name)).length,
  )
  expect(chunks).toBe(0)
  await page.keyboard.press("Control+k")
  await page.getByRole("option", { name: "Create campaign" }).waitFor()
  await page.keyboard.press("Escape")
  await palette(page).waitFor({ state: "detached" })
  await expect.poll(() => focused(page)).toBe("TR")

  await page.keyboard.press("Control+k")
  await palette(page).waitFor()
  await page.keyboard.type("cam")
  await settled(page)
  await page.locator(".palette [role=group]").nth(2).waitFor()
  expect(await axe(page, "dialog.palette")).toEqual([])
  expect(await page.locator(".palette [aria-selected=true]").textContent()).toBe("Create campaign")
  // The active option is always in view.
  await page.keyboard.press("ArrowUp")
  const isInView = await page.locator(".palette [aria-selected=true]").evaluate(option => {
    const [own, list] = [option, option.closest("[role=listbox]") as Element].map(one => one.getBoundingClientRect())
    return own !== undefined && list !== undefined && own.top >= list.top - 1 && own.bottom <= list.bottom + 1
  })
  expect(isInView).toBe(true)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/campaigns/add")
  await palette(page).waitFor({ state: "detached" })
  await expect.poll(() => focused(page)).toBe("MAIN")

  // The button does the same for a pointer, and the page never scrolls sideways.
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await page.locator(".topbar__search").click()
    await palette(page).waitFor()
    await settled(page)
    const box = await palette(page).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= 640).toBe(true)
    expect(await isWithinWindow(page)).toBe(true)
    await palette(page).locator(".icon-btn").click()
    await palette(page).waitFor({ state: "detached" })
  }
  expect(problemsOf(page)).toEqual([])
})
