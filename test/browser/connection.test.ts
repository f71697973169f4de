import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, axe, mark, problemsOf, signIn } from "./kit"
import { provideProduct } from "./provide-product"

/** A network that is gone, slow or hangs (docs/console.md#connection). */
const { openContext, product } = provideProduct()

const rows = (page: Page) => page.locator("tbody tr[data-row]").first().waitFor()
const lost = "Sunucuya ulaşılamıyor"

/** A page on a list, with a clock of its own. */
const signedIn = async (): Promise<[Page, BrowserContext]> => {
  const context = await openContext({ language: "tr" })
  await context.clock.install({ time: new Date() })
  const page = await context.newPage()
  await signIn(page, accounts.yesilova)
  await rows(page)
  return [page, context]
}

/** The API is called again every 5 s while the connection is lost. */
const untilNextProbe = (page: Page) => page.clock.fastForward(5_000)
/** A call counts as slow after 8 s. */
const untilSlow = (page: Page) => page.clock.fastForward(8_000)

const fillCampaign = async (page: Page, title: string) => {
  await page.goto("/user/campaigns/add")
  await page.locator("#title").fill(title)
  await page.locator("#description").fill("Bağlantı kopsa da kaybolmayan.")
  for (const [id, at] of [
    ["categoryId", 0],
    ["brandId", 0],
  ] as const) {
    await page.locator(`#${id}`).click()
    await page.getByRole("option").nth(at).click()
  }
  await page.locator("#rewardValue").fill("15")
  await page.locator("#startDate").fill("01.12.2026")
  await page.locator("#endDate").fill("31.12.2026")
  await page.locator("#endDate").blur()
}

const titled = async (page: Page, title: string) => {
  const token = await page.evaluate(() => localStorage.getItem("accessToken"))
  const answer = await fetch(`${product().url}/backend/campaign/list?keyword=${encodeURIComponent(title)}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { value: { totalCount: number } }).value.totalCount
}

describe("offline", () => {
  it("in mid-form: one message, the input stays, one record when it is saved again", async () => {
    const title = `Çevrimdışı yazılan ${mark()}`
    const [page, context] = await signedIn()
    await fillCampaign(page, title)
    await context.setOffline(true)
    await page.getByText(lost).waitFor()
    expect(await axe(page)).toEqual([])
    const save = page.locator(".action-bar button[type=submit]")
    await save.click()
    await page.locator("[data-summary]").waitFor()
    expect(await page.locator("#title").inputValue()).toBe(title)
    expect(await page.locator(".toast").count()).toBe(0)
    await context.setOffline(false)
    await page.getByText(lost).waitFor({ state: "detached" })
    await save.click()
    await page.getByRole("heading", { name: title }).waitFor()
    expect(await titled(page, title)).toBe(1)
    expect(problemsOf(page)).toEqual([])
    await context.close()
  })

  it("a list that could not be had comes by itself when the connection returns", async () => {
    const [page, context] = await signedIn()
    await context.route("**/backend/**", route => route.abort("connectionfailed"))
    await page.locator(".tabs a").nth(1).click()
    await page.getByText(lost).waitFor()
    await page.getByRole("button", { name: "Yeniden dene" }).waitFor()
    await context.unroute("**/backend/**")
    await untilNextProbe(page)
    await rows(page)
    await page.getByText(lost).waitFor({ state: "detached" })
    expect(problemsOf(page)).toEqual([])
    await context.close()
  })

  it("does not sign anybody out, however long the refresh fails", async () => {
    const [page, context] = await signedIn()
    await context.route("**/backend/**", route => route.abort("connectionfailed"))
    await page.evaluate(() => localStorage.setItem("tokenExpiry", "1"))
    await page.reload()
    await page.getByText(lost).waitFor()
    expect(new URL(page.url()).pathname).toBe("/user/dashboard")
    await context.unroute("**/backend/**")
    await untilNextProbe(page)
    await rows(page)
    await context.close()
  })
})

describe("a server that takes its time", () => {
  it("keeps the rows or shows a skeleton after 150 ms, says after 8 s that it still works, and lets the person stop waiting", async () => {
    const [page, context] = await signedIn()
    let release = () => {}
    const held = new Promise<void>(done => {
      release = done
    })
    await context.route("**/backend/campaign/list*", async route => {
      await held
      await route.continue().catch(() => undefined)
    })
    await page.locator(".tabs a").nth(2).click()
    await page.locator("table[aria-busy=true] tr[data-row]").first().waitFor()
    await page.reload()
    await page.locator(".skeleton").first().waitFor()
    await untilSlow(page)
    await page.getByText("Hâlâ sürüyor").waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole("button", { name: "Beklemeyi bırak" }).click()
    await page.getByRole("button", { name: "Yeniden dene" }).waitFor()
    release()
    await page.getByRole("button", { name: "Yeniden dene" }).click()
    await rows(page)
    expect(problemsOf(page)).toEqual([])
    await context.close()
  })

  it("a save that hangs can be stopped and made again: one record", async () => {
    const title = `Uzun süren kayıt ${mark()}`
    const [page, context] = await signedIn()
    await fillCampaign(page, title)
    let isFirst = true
    await context.route("**/backend/campaign/create", async route => {
      if (!isFirst) return route.continue()
      isFirst = false
      // Carried out, and its answer is never seen.
      await route.fetch()
    })
    const save = page.locator(".action-bar button[type=submit]")
    const sent = page.waitForRequest("**/backend/campaign/create")
    await save.click()
    await sent
    await untilSlow(page)
    await page.getByRole("button", { name: "Beklemeyi bırak" }).click()
    await page.getByText("Kaydetme durduruldu").waitFor()
    expect(await page.locator("#title").inputValue()).toBe(title)
    await save.click()
    await page.getByRole("heading", { name: title }).waitFor()
    expect(await titled(page, title)).toBe(1)
    await context.close()
  })
})
