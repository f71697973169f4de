import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { accounts, axe, isWithinWindow, mark, phone, press, problemsOf } from "./kit"
import { provideConsole } from "./provide-console"

/** The form of a company on a phone, whose colours the browser computes. */
const { openAs } = provideConsole()

/** Red, green and blue of the frame in the light preview. */
const frame = (page: Page) =>
  page.locator(".brand-frame[data-theme=light]").evaluate(scope => {
    const context = new OffscreenCanvas(1, 1).getContext("2d")
    if (!context) throw new Error("There is no canvas.")
    context.fillStyle = getComputedStyle(scope).getPropertyValue("--frame")
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  })

it("the form of a company shows its colours live, with their contrast, and creates it", async () => {
  const name = `Marmara Cam ${mark()}`
  const page = await openAs(accounts.administrator, { language: "en", ...phone, dark: true }, "/admin/company-management/add")
  await page.locator("#name").fill(name)
  // Colours on which text can be read are shown as they are.
  const secondary = page.locator("#secondaryColor")
  for (const [color, rgb] of [
    ["#0057b8", [0, 87, 184]],
    ["#e30613", [227, 6, 19]],
    ["#ffd500", [255, 213, 0]],
  ] as const) {
    await secondary.fill(color)
    await expect.poll(() => frame(page)).toEqual(rgb)
    expect(await page.locator(".alert").count(), color).toBe(0)
  }
  // A middle tone is shown in a nearer shade; the stored colour stays.
  await secondary.fill("#e8590c")
  await page.locator(".alert", { hasText: "The stored colour stays" }).waitFor()
  expect(await secondary.inputValue()).toBe("#e8590c")
  // Every measured pair passes.
  expect(await page.locator(".contrast td .badge").count()).toBe(10)
  expect(await page.locator(".contrast [data-tone=danger]").count()).toBe(0)
  await press(page.getByRole("button", { name: "Add e-mail address", exact: true }))
  await press(page.getByRole("button", { name: "Add subsidiary", exact: true }))
  await page.locator("#subTenants-0-name").fill(`${name} Lojistik`)
  expect(await axe(page)).toEqual([])
  expect(await isWithinWindow(page)).toBe(true)
  await press(page.locator(".action-bar [type=submit]"))
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
  expect(problemsOf(page)).toEqual([])
})
