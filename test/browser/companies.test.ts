import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { accounts, axe, mark, press, problemsOf, write } from "./kit"
import { isWithinWindow, phone } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The form of a company on a phone, whose colours the browser computes. */
const { openAs, product } = provideProduct()

/** Red, green and blue of a colour role in the light preview. */
const pixelOf = (page: Page, role: string) =>
  page.locator(".brand-frame[data-theme=light]").evaluate((scope, role) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d")
    if (!context) throw new Error("There is no canvas.")
    context.fillStyle = getComputedStyle(scope).getPropertyValue(`--${role}`)
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  }, role)

it("the form of a company is filled by keyboard, shows the colours live, and creates company, module and subsidiary", async () => {
  const name = `Marmara Cam ${mark()}`
  const email = `yonetim.${mark()}@cam.example`
  const page = await openAs(accounts.administrator, { language: "en", ...phone, dark: true }, "/admin/company-management/add")
  await write(page.locator("#name"), name)
  await press(page.getByRole("button", { name: "Add e-mail address", exact: true }))
  await page.locator("#emails-0").waitFor()
  await write(page.locator("#emails-0"), email)
  await write(page.locator("#primaryColor"), "#7fb069")
  // Colours on which text can be read are shown as they are.
  for (const [color, rgb] of [
    ["#0057b8", [0, 87, 184]],
    ["#7a1fa2", [122, 31, 162]],
    ["#e30613", [227, 6, 19]],
    ["#ffd500", [255, 213, 0]],
  ] as const) {
    await page.locator("#secondaryColor").fill(color)
    await expect.poll(() => pixelOf(page, "frame")).toEqual(rgb)
    expect(await page.locator(".alert").count(), color).toBe(0)
  }
  // A middle tone is shown in a nearer shade; the stored colour stays.
  await write(page.locator("#secondaryColor"), "#e8590c")
  await page.locator(".alert", { hasText: "The stored colour stays" }).waitFor()
  expect(await page.locator("#secondaryColor").inputValue()).toBe("#e8590c")
  // Every measured pair passes.
  expect(await page.locator(".contrast td .badge").count()).toBe(10)
  expect(await page.locator(".contrast [data-tone=danger]").count()).toBe(0)
  await press(page.getByRole("switch", { name: "Surveys", exact: true }), "Space")
  await press(page.getByRole("button", { name: "Add subsidiary", exact: true }))
  await page.locator("#subsidiary-0-name").waitFor()
  await write(page.locator("#subsidiary-0-name"), `${name} Lojistik`)
  expect(await axe(page)).toEqual([])
  expect(await isWithinWindow(page)).toBe(true)
  await press(page.locator(".action-bar [type=submit]"))
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
  expect((await product().outbox()).some(mail => mail.to === email)).toBe(true)
  expect(problemsOf(page)).toEqual([])
  await page.close()
})
