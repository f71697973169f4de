import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { accounts, press, problemsOf, show } from "./kit"
import { provideConsole } from "./provide-console"

/** The profile page: settings in every tab, and clocks of two zones (docs/console.md#profile). */
const { openAs } = provideConsole()

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("value") ?? document.activeElement?.textContent)
const setting = (page: Page, group: string, name: string) =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { name })
const attribute = (page: Page, name: string) => page.locator("html").getAttribute(name)
const ready = (page: Page) => page.locator(".profile-list__icon").first().waitFor()

it("by keyboard alone a person gets there from the account menu and changes every setting, for good and in every tab", async () => {
  const page = await openAs(accounts.yesilova, {}, "/user/campaigns")
  const other = await openAs(accounts.yesilova, {}, "/user/campaigns")
  await other.locator("tbody tr[data-row]").first().waitFor()
  await press(page.getByRole("button", { name: "Elif Yılmaz" }))
  await expect.poll(() => focused(page)).toBe("Profil")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/user/profile")
  await ready(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main")

  await page.keyboard.press("Tab")
  await expect.poll(() => focused(page)).toBe("tr")
  await page.keyboard.press("ArrowRight")
  await expect.poll(() => page.locator("h1").textContent()).toBe("Profile")
  await expect.poll(() => other.locator("h1").textContent()).toBe("Campaigns")
  await expect.poll(() => focused(page)).toBe("en")
  await page.keyboard.press("Tab")
  await expect.poll(() => focused(page)).toBe("system")
  await page.keyboard.press("ArrowLeft")
  for (const tab of [page, other]) await expect.poll(() => attribute(tab, "data-theme")).toBe("dark")
  await page.keyboard.press("Tab")
  await page.keyboard.press("ArrowRight")
  for (const tab of [page, other]) await expect.poll(() => attribute(tab, "data-density")).toBe("compact")
  await page.keyboard.press("Tab")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Space")

  await page.reload()
  await ready(page)
  expect(await page.locator("h1").textContent()).toBe("Profile")
  for (const [group, name] of [
    ["Language", "English"],
    ["Appearance", "Dark"],
    ["Density", "Compact"],
    ["Date and time", "Browser time"],
  ] as const)
    expect([group, await setting(page, group, name).isChecked()]).toEqual([group, true])
  expect(await page.getByRole("switch", { name: /Notifications/ }).isChecked()).toBe(false)
  expect([...problemsOf(page), ...problemsOf(other)]).toEqual([])
})

it("in a browser in another time zone dates are shown by the clock that was chosen; date fields keep to the console's", async () => {
  const page = await openAs(accounts.yesilova, { language: "en" }, "about:blank")
  const cdp = await page.context().newCDPSession(page)
  await cdp.send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Tokyo" })
  await page.goto("/user/campaigns")
  // A record that the company may edit.
  await page.locator("tbody tr[data-row]:not(:has(.owner-mark)) a").first().click()
  const starts = page.locator("dl > div", { has: page.locator("dt", { hasText: /^Start$/ }) }).locator("dd")
  await starts.waitFor()
  const { pathname } = new URL(page.url())
  const hours = (text: string | null) => Number(/(\d\d):\d\d$/.exec(text ?? "")?.[1])
  const here = hours(await starts.textContent())

  await show(page, "/user/profile")
  await page.getByText("In your browser it is").waitFor()
  await page.getByText("Browser time").click()
  await page.getByText("Date fields use console time").waitFor()
  await show(page, pathname)
  await expect.poll(async () => (hours(await starts.textContent()) - here + 24) % 24).toBe(6)

  await show(page, pathname.replace("/campaigns/", "/campaigns/edit/"))
  const time = page.locator("#startDate-time")
  expect(Number((await time.inputValue()).split(":")[0])).toBe(here)
  const described = (await time.getAttribute("aria-describedby"))?.split(" ").at(-1)
  expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(/^Time zone: .+\(GMT\+3\)$/)
  expect(problemsOf(page)).toEqual([])
})
