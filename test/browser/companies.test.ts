import { expect, it } from "vitest"
import { accounts, axe, mark, press, problemsOf, write } from "./kit"
import { isWithinWindow, phone } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The form of a company on a phone, whose colours the browser computes. */
const { openAs, product } = provideProduct()

it("the form of a company is filled by keyboard, shows the colours live, and creates company, module and subsidiary", async () => {
  const name = `Marmara Cam ${mark()}`
  const email = `yonetim.${mark()}@cam.example`
  const page = await openAs(accounts.administrator, { language: "en", ...phone, dark: true }, "/admin/company-management/add")
  await write(page.locator("#name"), name)
  await press(page.getByRole("button", { name: "Add e-mail address", exact: true }))
  await page.locator("#emails-0").waitFor()
  await write(page.locator("#emails-0"), email)
  await write(page.locator("#primaryColor"), "#7fb069")
  await write(page.locator("#secondaryColor"), "#6366f1")
  // The middle tone of the secondary colour is shown in a nearer shade, which the form takes over.
  const shades = page.locator(".alert button")
  await shades.last().waitFor()
  const shade = await shades.last().textContent()
  await press(shades.last())
  const chosen = await page.locator("#secondaryColor").inputValue()
  expect(shade).toContain(chosen)
  expect(chosen).not.toBe("#6366F1")
  const frame = page.locator(".brand-frame[data-theme=light]")
  expect(await frame.evaluate(scope => getComputedStyle(scope).getPropertyValue("--brand-secondary"))).toBe(chosen)
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
