import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { allowedMs } from "../pace"
import { itInLongRuns, sample } from "../rounds"
import { accounts, axe, codeFor, mark, phone, problemsOf, signInByForm } from "./kit"
import { callAs, provideConsole, signIn } from "./provide-console"

/** Session life over several tabs of one browser (docs/console.md#session). */
const { openContext, product } = provideConsole()

const minute = 60_000
const listed = ["accessToken", "refreshToken", "refreshTokenExpiry", "email", "user", "tokenExpiry", "lastActivity"]
const stored = (page: Page) => page.evaluate(keys => keys.filter(key => localStorage.getItem(key) !== null), listed)
const rows = (page: Page) => page.locator("tbody tr[data-row]").first().waitFor()
const ended = (page: Page) => page.getByText("Bir süredir işlem yapmadığınız için oturumunuz kapatıldı.").waitFor()
const signOut = async (page: Page) => {
  await page.locator(".sidebar__foot button").click()
  await page.waitForURL("**/login")
}

/** Tabs of one browser, signed in, with a clock of their own. */
const openTabs = async (paths: string[], email = accounts.yesilova): Promise<[Page[], BrowserContext]> => {
  const context = await openContext()
  await context.clock.install({ time: new Date() })
  const pages = await Promise.all(paths.map(() => context.newPage()))
  for (const [at, page] of pages.entries()) {
    if (at === 0) await signIn(page, email, paths[0])
    else await page.goto(paths[at] ?? "")
  }
  return [pages, context]
}

/** The refresh tokens that a browser exchanges from now on. */
const refreshes = (context: BrowserContext) => {
  const seen: string[] = []
  context.on("request", request => {
    if (request.url().endsWith("/api/auth/refresh")) seen.push(request.postData() ?? "")
  })
  return seen
}

const typeTitle = async (page: Page, title: string) => {
  await page.locator("#title").fill(title)
  await page.locator("#title").blur()
}

const signInAgain = async (page: Page, email: string) => {
  const since = Date.now() - 500
  const dialog = page.locator("dialog[open]")
  await dialog.getByRole("button", { name: "Kod gönder" }).click()
  const field = dialog.locator("input[autocomplete=one-time-code]")
  await field.waitFor()
  expect(await dialog.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
  await field.pressSequentially(await codeFor(product(), email, since))
  await dialog.waitFor({ state: "detached" })
}

describe("tabs of one browser", () => {
  it("that wake up with an expired token at once renew it once; one signs out all, and storage keeps nothing", async () => {
    const [pages, context] = await openTabs(Array(3).fill("/user/announcement-management"))
    for (const page of pages) await rows(page)
    const [first, second] = pages as [Page, Page]
    const { pathname } = new URL(first.url())
    const token = (page: Page) => page.evaluate(() => localStorage.getItem("accessToken"))
    const seen = refreshes(context)
    const before = await token(first)
    await context.clock.fastForward(11 * minute)
    for (const page of pages) await expect.poll(() => token(page)).not.toBe(before)
    // No other tab is there to renew it, which the load of its page would interrupt.
    for (const page of pages.slice(1)) await page.goto("about:blank")
    await first.evaluate(() => localStorage.setItem("tokenExpiry", "1"))
    await Promise.all(pages.map(page => page.goto(pathname)))
    for (const page of pages) await rows(page)
    // Once before the end, and once after it: no token is exchanged twice.
    expect(seen).toHaveLength(2)
    expect(new Set(await Promise.all(pages.map(token))).size).toBe(1)
    expect(pages.flatMap(problemsOf)).toEqual([])

    await first.locator(".sidebar__foot button").click()
    await first.waitForURL("**/login")
    await second.waitForURL("**/login", { timeout: allowedMs(1_000) })
    for (const page of pages) await page.waitForURL("**/login")
    expect(await stored(second)).toEqual([])
  })

  it("go on when one of them is killed while it renews the token; who was away for 30 minutes signs in again", async () => {
    const [[first, second]] = (await openTabs(["/user/campaigns", "/user/campaigns"])) as [[Page, Page], BrowserContext]
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
    await ended(second)
  })

  itInLongRuns(
    "count inactivity together: are asked a minute before the end, hear each other's answer, and end together with the reason",
    async () => {
      const [[first, second], context] = (await openTabs(["/user/campaigns", "/user/campaigns"])) as [
        [Page, Page],
        BrowserContext,
      ]
      for (const page of [first, second]) await rows(page)
      const { clock } = context
      const activity = () => first.evaluate(() => localStorage.getItem("lastActivity"))
      // From here on the clock stands: however long a step takes, no minute passes.
      const start = await first.evaluate(() => Date.now())
      await clock.pauseAt(start + 28 * minute)
      const before = await activity()
      await second.mouse.move(200, 200)
      await second.mouse.move(300, 260)
      // What one tab stores is sent to the other's process.
      await expect.poll(activity).not.toBe(before)
      await clock.fastForward(2.5 * minute)
      await clock.runFor(2_000)
      expect(await first.locator("dialog[open]").count()).toBe(0)

      await clock.fastForward(27 * minute)
      await clock.runFor(2_000)
      for (const page of [first, second]) await page.getByRole("dialog", { name: "Hâlâ burada mısınız?" }).waitFor()
      // axe waits for timers.
      let isScanned = false
      const scan = axe(first, "dialog[open]").finally(() => {
        isScanned = true
      })
      while (!isScanned) await clock.runFor(10)
      expect(await scan).toEqual([])
      const asked = await activity()
      await first.getByRole("button", { name: "Oturumu sürdür" }).click()
      await expect.poll(() => second.evaluate(() => localStorage.getItem("lastActivity"))).not.toBe(asked)
      await clock.runFor(2_000)
      for (const page of [first, second]) await page.locator("dialog[open]").waitFor({ state: "detached" })

      // The tabs load the sign-in page as soon as the session has ended: a longer leap would pass the time-out of that load.
      await clock.fastForward(29.5 * minute)
      const isOver = () => [first, second].some(page => page.url().endsWith("/login"))
      for (let seconds = 0; seconds < 60 && !isOver(); seconds++) await clock.runFor(1_000)
      await clock.resume()
      for (const page of [first, second]) {
        await page.waitForURL("**/login")
        await ended(page)
      }
      expect(await stored(first)).toEqual([])
    },
  )
})

describe("work that is not saved yet", () => {
  it("stays when the session ends; the same person signs in again over it, and another account gets none of it", async () => {
    const [[page], context] = (await openTabs(["/user/campaigns/add"])) as [[Page], BrowserContext]
    const veil = page.getByRole("dialog", { name: "Çalışmanız kaybolmadı" })
    const endSession = async () => {
      await context.clock.fastForward(31 * minute)
      await context.clock.runFor(2_000)
      await veil.waitFor()
    }
    await typeTitle(page, "Yarım kalan kampanya")
    await endSession()
    for (let presses = 0; presses < 20; presses++) await page.keyboard.press("Escape")
    expect(await stored(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await signInAgain(page, accounts.yesilova)
    expect(await page.locator("#title").inputValue()).toBe("Yarım kalan kampanya")
    expect(new URL(page.url()).pathname).toBe("/user/campaigns/add")

    await endSession()
    const other = page.getByRole("button", { name: "Başka hesapla oturum aç" })
    await other.click()
    await page.getByRole("dialog", { name: "Bu sayfadan çıkılsın mı?" }).waitFor()
    await other.last().click()
    await page.waitForURL("**/login")
    const restore = page.getByRole("button", { name: "Geri yükle" })
    await signInByForm(page, accounts.sarikum)
    await page.goto("/user/campaigns/add")
    await page.locator("#title").waitFor()
    expect([await page.getByText("Yarım kalan").count(), await restore.count()]).toEqual([0, 0])

    // Signing out keeps a draft at once, and each is offered back to its own person.
    await typeTitle(page, "Çıkarken kalan")
    await signOut(page)
    const kept = [
      [accounts.sarikum, "Çıkarken kalan"],
      [accounts.yesilova, "Yarım kalan kampanya"],
    ] as const
    for (const [email, title] of sample(kept, 1)) {
      await signInByForm(page, email)
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main")
      await page.goto("/user/campaigns/add")
      expect(await page.locator("#title").inputValue()).toBe("")
      await restore.click()
      expect(await page.locator("#title").inputValue()).toBe(title)
      await signOut(page)
    }
    expect(problemsOf(page)).toEqual([])
  })

  itInLongRuns("is saved by the same press when the server ended the session meanwhile", async () => {
    const title = `Oturum bitse de kaydedilen ${mark()}`
    const page = await (await openContext(phone)).newPage()
    await signIn(page, accounts.yesilova, "/user/announcement-management/add")
    await page.locator("#title").fill(title)
    for (const id of ["description", "body"]) await page.locator(`#${id}`).fill("Metin")
    await callAs(accounts.yesilova, "POST", "/api/auth/logout-all")
    await page.getByRole("button", { name: "Duyuruyu yayımla" }).first().click()
    await page.getByRole("dialog", { name: "Çalışmanız kaybolmadı" }).waitFor()
    await signInAgain(page, accounts.yesilova)
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    expect(problemsOf(page)).toEqual([])
  })
})

it.each(sample([-24 * 60, -10, 10, 24 * 60], 1, 3))(
  "a browser clock that is wrong by %i minutes harms nobody, until somebody clears the storage",
  async minutes => {
    const context = await openContext()
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
  },
)
