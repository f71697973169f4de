import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { allowedMs } from "../pace"
import { sample } from "../rounds"
import { accounts, axe, mark, problemsOf, signIn, signInByForm } from "./kit"
import { phone } from "./look-kit"
import { provideProduct } from "./provide-product"

/** Session life over several tabs of one browser (docs/console.md#session). */
const { openContext, product } = provideProduct()

const minute = 60_000
const listed = ["accessToken", "refreshToken", "refreshTokenExpiry", "email", "user", "tokenExpiry", "lastActivity"]
const stored = (page: Page) => page.evaluate(keys => keys.filter(key => localStorage.getItem(key) !== null), listed)
const rows = (page: Page) => page.locator("tbody tr[data-row]").first().waitFor()

/** Two tabs of one browser, both signed in, with a clock of their own. */
const twoTabs = async (email = accounts.yesilova): Promise<[Page, Page, BrowserContext]> => {
  const context = await openContext({ language: "tr" })
  await context.clock.install({ time: new Date() })
  const first = await context.newPage()
  await signIn(first, email)
  await rows(first)
  const second = await context.newPage()
  await second.goto("/user/campaigns")
  await rows(second)
  return [first, second, context]
}

const refreshes = (context: BrowserContext) => {
  const seen: string[] = []
  context.on("request", request => {
    if (request.url().endsWith("/api/auth/refresh")) seen.push(request.url())
  })
  return seen
}

/** Opens the form for a new campaign and types a title. */
const typeSomething = async (page: Page, title: string) => {
  await page.goto("/user/campaigns/add")
  await page.locator("#title").fill(title)
  await page.locator("#title").blur()
}

const code = async (page: Page, email: string, since: number) => {
  for (;;) {
    const mail = (await product().outbox()).find(({ to, createdAt }) => to === email && Date.parse(createdAt) >= since)
    if (mail?.code) return mail.code
    await page.waitForTimeout(50)
  }
}

const signInAgain = async (page: Page, email: string) => {
  const since = Date.now() - 500
  const dialog = page.locator("dialog[open]")
  await dialog.getByRole("button", { name: "Kod gönder" }).click()
  const field = dialog.locator("input[autocomplete=one-time-code]")
  await field.waitFor()
  expect(await dialog.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
  await field.pressSequentially(await code(page, email, since))
  await dialog.waitFor({ state: "detached" })
}

describe("two tabs", () => {
  it("and three more that wake up with an expired token at once renew it once; one signs out all, and storage keeps nothing", async () => {
    const [first, second, context] = await twoTabs()
    const more = await Promise.all(Array.from({ length: 3 }, () => context.newPage()))
    for (const page of more) await page.goto("/user/campaigns")
    const pages = [first, second, ...more]
    const token = (page: Page) => page.evaluate(() => localStorage.getItem("accessToken"))
    const seen = refreshes(context)
    const before = await token(first)
    await context.clock.fastForward(11 * minute)
    for (const page of pages) await expect.poll(() => token(page)).not.toBe(before)
    await first.evaluate(() => localStorage.setItem("tokenExpiry", "1"))
    await Promise.all(pages.map(page => page.reload()))
    for (const page of pages) await rows(page)
    // Once before the end, and once after it.
    expect(seen).toHaveLength(2)
    expect(new Set(await Promise.all(pages.map(token))).size).toBe(1)
    expect(pages.flatMap(problemsOf)).toEqual([])

    await first.locator(".sidebar__foot button").click()
    await first.waitForURL("**/login")
    await second.waitForURL("**/login", { timeout: allowedMs(1_000) })
    for (const page of more) await page.waitForURL("**/login")
    expect(await stored(second)).toEqual([])
    await context.close()
  })

  it("go on when one of them is killed while it renews the token; who was away for 30 minutes signs in again", async () => {
    const [first, second, context] = await twoTabs()
    await first.route("**/api/auth/refresh", () => {})
    const asked = first.waitForRequest("**/api/auth/refresh")
    await first.evaluate(() => localStorage.setItem("tokenExpiry", "1"))
    await first.reload({ waitUntil: "commit" })
    await asked
    const reloaded = second.reload()
    await first.close()
    await reloaded
    const from = Date.now()
    await rows(second)
    expect(Date.now() - from).toBeLessThan(allowedMs(5_000))
    await second.evaluate(() => localStorage.setItem("lastActivity", String(Date.now() - 30 * 60_000)))
    await second.goto("about:blank")
    await second.goto("/user/campaigns")
    await second.waitForURL("**/login")
    await second.getByText("Bir süredir işlem yapmadığınız için oturumunuz kapatıldı.").waitFor()
    await context.close()
  })

  it("count inactivity together: are asked a minute before the end, hear each other's answer, and end together with the reason", async () => {
    const [first, second, context] = await twoTabs()
    const activity = () => first.evaluate(() => localStorage.getItem("lastActivity"))
    await context.clock.fastForward(28 * minute)
    const before = await activity()
    await second.mouse.move(200, 200)
    await second.mouse.move(300, 260)
    // What one tab stores is sent to the other's process.
    await expect.poll(activity).not.toBe(before)
    await context.clock.fastForward(2.5 * minute)
    await context.clock.runFor(2_000)
    expect(await first.locator("dialog[open]").count()).toBe(0)

    await context.clock.fastForward(27 * minute)
    await context.clock.runFor(2_000)
    for (const page of [first, second]) await page.getByRole("dialog", { name: "Hâlâ burada mısınız?" }).waitFor()
    expect(await axe(first)).toEqual([])
    await first.getByRole("button", { name: "Oturumu sürdür" }).click()
    await context.clock.runFor(2_000)
    await second.locator("dialog[open]").waitFor({ state: "detached" })

    // One tab loads the sign-in page as soon as the other has ended the session: a longer leap would pass the time-out of that load.
    await context.clock.fastForward(29.5 * minute)
    await context.clock.runFor(40_000)
    for (const page of [first, second]) {
      await page.waitForURL("**/login")
      await page.getByText("Bir süredir işlem yapmadığınız için oturumunuz kapatıldı.").waitFor()
    }
    expect(await stored(first)).toEqual([])
    await context.close()
  })
})

describe("work that is not saved yet", () => {
  it("stays when the session ends; the same person signs in again over it and the save goes on", async () => {
    const [page, other, context] = await twoTabs()
    await other.close()
    await typeSomething(page, "Yarım kalan kampanya")
    await context.clock.fastForward(31 * minute)
    await context.clock.runFor(2_000)
    const veil = page.getByRole("dialog", { name: "Çalışmanız kaybolmadı" })
    await veil.waitFor()
    for (let presses = 0; presses < 20; presses++) await page.keyboard.press("Escape")
    expect(await stored(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await signInAgain(page, accounts.yesilova)
    expect(await page.locator("#title").inputValue()).toBe("Yarım kalan kampanya")
    expect(new URL(page.url()).pathname).toBe("/user/campaigns/add")
    expect(problemsOf(page)).toEqual([])
    await context.close()
  })

  it("is saved by the same press when the server ended the session meanwhile", async () => {
    const title = `Oturum bitse de kaydedilen ${mark()}`
    const context = await openContext({ language: "tr", ...phone })
    const page = await context.newPage()
    await signIn(page, accounts.yesilova)
    await rows(page)
    await page.locator("tbody tr[data-row] a").first().click()
    await page.locator("a[href*='/edit/']").first().click()
    await page.locator("#title").fill(title)
    const token = await page.evaluate(() => localStorage.getItem("accessToken"))
    const closed = await fetch(`${product().url}/backend/api/auth/logout-all`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(closed.status).toBe(200)
    await page
      .getByRole("button", { name: /^(Kaydet|Kampanyayı yayımla)$/ })
      .first()
      .click()
    await page.getByRole("dialog", { name: "Çalışmanız kaybolmadı" }).waitFor()
    await signInAgain(page, accounts.yesilova)
    await page.getByRole("heading", { name: title }).waitFor()
    expect(problemsOf(page)).toEqual([])
    await context.close()
  })

  it("is given up for another account only after asking, and offered back to its own person", async () => {
    const [page, other, context] = await twoTabs()
    await other.close()
    await typeSomething(page, "Başkasına kalmayan")
    await context.clock.fastForward(31 * minute)
    await context.clock.runFor(2_000)
    await page.getByRole("button", { name: "Başka hesapla oturum aç" }).click()
    await page.getByRole("dialog", { name: "Bu sayfadan çıkılsın mı?" }).waitFor()
    await page.getByRole("button", { name: "Başka hesapla oturum aç" }).last().click()
    await page.waitForURL("**/login")
    await signInByForm(page, accounts.sarikum)
    await page.goto("/user/campaigns/add")
    await page.locator("#title").waitFor()
    expect(await page.getByText("Başkasına kalmayan").count()).toBe(0)
    expect(await page.getByRole("button", { name: "Taslağı geri yükle" }).count()).toBe(0)
    await page.locator(".sidebar__foot button").click()
    await page.waitForURL("**/login")
    await signInByForm(page, accounts.yesilova)
    await page.goto("/user/campaigns/add")
    await page.locator(".alert button").first().click()
    expect(await page.locator("#title").inputValue()).toBe("Başkasına kalmayan")
    await context.close()
  })
})

describe("signing out over unsaved work", () => {
  it("keeps it as a draft at once, and offers it back after the next sign-in", async () => {
    const context = await openContext({ language: "tr" })
    const page = await context.newPage()
    await signIn(page, accounts.sarikum, "/user/campaigns/add")
    await page.locator("#title").fill("Çıkarken kalan")
    await page.locator(".sidebar__foot button").click()
    await page.waitForURL("**/login")
    await signInByForm(page, accounts.sarikum)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main")
    await page.goto("/user/campaigns/add")
    expect(await page.locator("#title").inputValue()).toBe("")
    await page.locator(".alert button").first().click()
    expect(await page.locator("#title").inputValue()).toBe("Çıkarken kalan")
    await context.close()
  })
})

describe("a browser clock that is wrong", () => {
  it.each(sample([-24 * 60, -10, 10, 24 * 60], 1, 3))(
    "by %i minutes harms nobody, until somebody clears the storage",
    async minutes => {
      const context = await openContext({ language: "tr" })
      await context.clock.install({ time: new Date(Date.now() + minutes * minute) })
      const seen = refreshes(context)
      const page = await context.newPage()
      await signInByForm(page, accounts.yesilova)
      await rows(page)
      await page.reload()
      await rows(page)
      await context.clock.runFor(3_000)
      expect(seen.length).toBeLessThanOrEqual(1)
      expect(new URL(page.url()).pathname).toBe("/user/dashboard")
      await page.evaluate(() => localStorage.clear())
      await context.clock.runFor(3_000)
      await page.waitForURL("**/login")
      await context.close()
    },
  )
})
