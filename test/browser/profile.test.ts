import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, axe, problemsOf, signIn, type View } from "./kit"
import { provideProduct } from "./provide-product"

/** The profile page of both roles: own data, permissions, sessions, settings (docs/console.md#profile). */
const { openContext, product } = provideProduct()

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"

const people = {
  administrator: { email: accounts.administrator, path: "/admin/profile" },
  yesilova: { email: accounts.yesilova, path: "/user/profile" },
  sarikum: { email: accounts.sarikum, path: "/user/profile" },
} as const
type Person = keyof typeof people

/** A device of its own, signed in; `agent` is what it says that it is. */
const device = async (who: Person, view: View = {}, agent?: string): Promise<{ page: Page; context: BrowserContext }> => {
  const context = await openContext(view)
  if (agent) await context.setExtraHTTPHeaders({ "User-Agent": agent })
  const page = await context.newPage()
  await signIn(page, people[who].email)
  return { page, context }
}
const openProfile = async (page: Page, who: Person) => {
  await page.goto(people[who].path)
  await page.locator(".profile-list__icon").first().waitFor()
  await page.locator(".skeleton").first().waitFor({ state: "detached" })
}
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("value") ?? document.activeElement?.textContent)
const setting = (page: Page, group: string, name: string) =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { name })

/** Signs in without a page. @returns the access token */
const tokenFor = async (who: Person, agent: string): Promise<string> => {
  const { email } = people[who]
  await fetch(`${product().url}/backend/Auth/GetCode/${email}`)
  const code = (await product().outbox()).find(mail => mail.to === email)?.code
  const answer = await fetch(`${product().url}/backend/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": agent },
    body: JSON.stringify({ email, code }),
  })
  return ((await answer.json()) as { value: { token: string } }).value.token
}

/** Ends whatever the tests before left open for this person. */
const alone = async (who: Person) => {
  const headers = { Authorization: `Bearer ${await tokenFor(who, "")}` }
  await fetch(`${product().url}/backend/api/auth/logout-all`, { method: "POST", headers })
}

describe("by keyboard alone", () => {
  it("a person gets there from the account menu and changes every setting at once, for good and in every tab", async () => {
    const { page, context } = await device("yesilova", { language: "tr" })
    const other = await context.newPage()
    await other.goto("/user/campaigns")
    await other.locator("tbody tr[data-row]").first().waitFor()

    await page.getByRole("button", { name: "Elif Yılmaz" }).focus()
    await page.keyboard.press("Enter")
    await expect.poll(() => focused(page)).toBe("Profil")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/user/profile")
    await page.locator(".profile-list__icon").first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main")

    await page.keyboard.press("Tab")
    await expect.poll(() => focused(page)).toBe("tr")
    await page.keyboard.press("ArrowRight")
    await expect.poll(() => page.locator("h1").textContent()).toBe("Profile")
    await expect.poll(() => other.locator("html").getAttribute("lang")).toBe("en")
    await expect.poll(() => other.locator("h1").textContent()).toBe("Campaigns")
    await expect.poll(() => focused(page)).toBe("en")

    await page.keyboard.press("Tab")
    await expect.poll(() => focused(page)).toBe("system")
    await page.keyboard.press("ArrowLeft")
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark")
    await expect.poll(() => other.locator("html").getAttribute("data-theme")).toBe("dark")

    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowRight")
    await expect.poll(() => page.locator("html").getAttribute("data-density")).toBe("compact")
    await expect.poll(() => other.locator("html").getAttribute("data-density")).toBe("compact")

    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowRight")
    await expect.poll(() => setting(page, "Date and time", "Browser time").isChecked()).toBe(true)

    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await expect.poll(() => page.getByRole("switch", { name: /Notifications/ }).isChecked()).toBe(false)

    await page.reload()
    await page.locator(".profile-list__icon").first().waitFor()
    expect(await page.locator("h1").textContent()).toBe("Profile")
    for (const [group, name] of [
      ["Language", "English"],
      ["Appearance", "Dark"],
      ["Density", "Compact"],
      ["Date and time", "Browser time"],
    ] as const)
      expect([group, await setting(page, group, name).isChecked()]).toEqual([group, true])
    await expect.poll(() => page.getByRole("switch", { name: /Notifications/ }).isChecked()).toBe(false)
    expect([...problemsOf(page), ...problemsOf(other)]).toEqual([])
    await context.close()
  })

  it("another session is signed out: its page lands on the sign-in page at its next call", async () => {
    await alone("sarikum")
    const other = await device("sarikum", {}, firefox)
    const { page, context } = await device("sarikum", { language: "tr" })
    await openProfile(page, "sarikum")
    const end = page.getByRole("button", { name: "Oturumu kapat: Firefox, Windows" })
    await end.focus()
    await page.keyboard.press("Enter")
    await page.locator("dialog[open]").waitFor()
    expect(await axe(page)).toEqual([])
    // The safe answer has the focus: nothing happens yet.
    await page.keyboard.press("Enter")
    await page.locator("dialog[open]").waitFor({ state: "detached" })
    await expect.poll(() => end.evaluate(button => button === document.activeElement)).toBe(true)

    await page.keyboard.press("Enter")
    await page.locator("dialog[open]").waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await Promise.all([end.waitFor({ state: "detached" }), page.getByText("“Firefox, Windows” oturumu kapatıldı").waitFor()])
    expect(await page.locator(".profile-list__icon").count()).toBe(1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Açık oturumlar")

    expect(new URL(other.page.url()).pathname).toBe("/user/dashboard")
    await other.page
      .locator("tbody tr[data-row] a")
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await other.page.waitForURL("**/login")
    await other.page.getByText("Oturum süreniz doldu").waitFor()
    expect([...problemsOf(page), ...problemsOf(other.page)]).toEqual([])
    await Promise.all([context, other.context].map(one => one.close()))
  })
})

describe("signing out everywhere", () => {
  it("ends this session in all its tabs, and every other one", async () => {
    await alone("administrator")
    const other = await device("administrator", {}, iphone)
    const { page, context } = await device("administrator", { language: "en" })
    const tab = await context.newPage()
    await tab.goto("/admin/campaigns")
    await tab.locator("tbody tr[data-row]").first().waitFor()
    await page.bringToFront()
    await openProfile(page, "administrator")
    await page.getByRole("button", { name: "Sign out everywhere" }).click()
    await page.locator("dialog[open]").getByRole("button", { name: "Sign out everywhere" }).click()
    await Promise.all([page.waitForURL("**/login"), tab.waitForURL("**/login")])
    expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull()
    await other.page.reload()
    await other.page.waitForURL("**/login")
    expect(problemsOf(page)).toEqual([])
    await Promise.all([context, other.context].map(one => one.close()))
  })
})

describe("a browser in another time zone", () => {
  it("shows dates by the clock that was chosen; date fields keep to the console's and name it", async () => {
    const { page, context } = await device("yesilova", { language: "en" })
    const cdp = await context.newCDPSession(page)
    await cdp.send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Tokyo" })
    await page.goto("/user/campaigns")
    // A record that the company may edit.
    await page.locator("tbody tr[data-row]:not(:has(.owner-mark)) a").first().click()
    const starts = page.locator("dl > div", { has: page.locator("dt", { hasText: /^Start$/ }) }).locator("dd")
    await starts.waitFor()
    const record = page.url()
    const here = await starts.textContent()

    await openProfile(page, "yesilova")
    await expect.poll(() => card(page, "Settings").textContent()).toContain("In your browser it is")
    await page.getByText("Browser time").click()
    await expect.poll(() => card(page, "Settings").textContent()).toContain("Date fields use console time")

    await page.goto(record)
    await starts.waitFor()
    const there = await starts.textContent()
    const hours = (text: string | null) => Number(/(\d\d):\d\d$/.exec(text ?? "")?.[1])
    expect([here, (hours(there) - hours(here) + 24) % 24]).toEqual([here, 6])

    await page.goto(record.replace("/campaigns/", "/campaigns/edit/"))
    const field = page.locator("#startDate")
    await field.waitFor()
    const time = page.locator("#startDate-time")
    expect(Number((await time.inputValue()).split(":")[0])).toBe(hours(here))
    const described = (await time.getAttribute("aria-describedby"))?.split(" ").at(-1)
    expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(/^Time zone: .+\(GMT\+3\)$/)
    expect(problemsOf(page)).toEqual([])
    await context.close()
  })
})
