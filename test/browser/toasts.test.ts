import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { sample } from "../rounds"
import { accounts } from "./kit"
import { provideConsole, signIn } from "./provide-console"

/** Where toasts lie (docs/console.md#toasts). */
const { openPage } = provideConsole()

/** Toasts that cover part of the application's header or of a button of the page. */
const covering = (page: Page) =>
  page.evaluate(() => {
    const covers = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const boxes = [...document.querySelectorAll(".topbar, .page-header .button-row > *, .action-bar")].map(element =>
      element.getBoundingClientRect(),
    )
    return [...document.querySelectorAll(".toast")]
      .filter(toast => boxes.some(box => covers(toast.getBoundingClientRect(), box)))
      .map(({ textContent }) => textContent)
  })

/** Whether the header is one line, with all that it has. */
const isOneLine = (page: Page) =>
  page.locator(".topbar").evaluate(bar => {
    const { bottom } = bar.getBoundingClientRect()
    const parts = [...bar.querySelectorAll(":scope > :not(.popover-panel)")]
    return bar.scrollWidth <= bar.clientWidth && parts.every(part => part.getBoundingClientRect().bottom <= bottom)
  })

it.each(sample([1366, 1024, 390], 1, 2))(
  "at %d px, the toasts of three changes cover no page action and not the header, and fold into its recent actions",
  async width => {
    const page = await openPage({ width, height: 900 })
    await page.clock.install({ time: new Date() })
    await signIn(page, accounts.administrator, "/admin/campaigns?status=2")
    for (let change = 1; change <= 3; change++) {
      const row = page.locator("tbody tr[data-row]").first()
      const name = (await row.locator(".table__main a").first().textContent()) ?? ""
      await row.locator(".table__actions button").click()
      await page.getByRole("menuitem", { name: "Duraklat" }).click()
      await page.locator(".toast", { hasText: name }).waitFor()
      expect(await page.locator(".toast", { hasText: "Geri al" }).count()).toBe(1)
      expect(await covering(page)).toEqual([])
      await expect.poll(() => row.locator(".table__main a").first().textContent()).not.toBe(name)
    }
    await page.clock.fastForward(8_000)
    await page.locator(".toast").first().waitFor({ state: "detached" })
    await page.getByRole("button", { name: /^Son işlemler, 3 işlem geri alınabilir$/ }).click()
    const panel = page.getByRole("dialog", { name: "Son işlemler" })
    await panel.getByRole("button", { name: "Geri al" }).first().waitFor()
    const box = await panel.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
    expect(await isOneLine(page)).toBe(true)
    await page.setViewportSize({ width: width === 390 ? 320 : width, height: 900 })
    expect(await isOneLine(page)).toBe(true)
  },
)
