import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, problemsOf, signIn } from "./kit"
import { provideProduct } from "./provide-product"

/** What an open page does when a newer release has taken its files away (docs/console.md#chunks). */
const { openContext } = provideProduct()

/** The file of the list of campaigns. */
const campaignsChunk = () => {
  const { outputs } = JSON.parse(readFileSync(join("dist", "meta.json"), "utf8")).console
  const isCampaigns = (name: string) => outputs[name].entryPoint === "src/modules/campaigns/list.tsx"
  return basename(Object.keys(outputs).find(isCampaigns) ?? "")
}
const consoleSheet = () => readdirSync(join("dist", "assets")).find(name => /^console-.*\.css$/.test(name)) ?? ""

type Gone = { page: Page; loads: () => number; back: () => void }

/** A signed-in page whose named file is gone (404) until `back`; counts the loads of whole pages. */
const without = async (file: string, from: string): Promise<Gone> => {
  const context = await openContext({ language: "tr" })
  const page = await context.newPage()
  await signIn(page, accounts.yesilova)
  let isGone = true
  let loads = 0
  await context.route(`**/assets/${file}`, route => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto("about:blank")
  page.on("request", request => {
    if (request.isNavigationRequest()) loads++
  })
  await page.goto(from)
  return {
    page,
    loads: () => loads,
    back: () => {
      isGone = false
    },
  }
}

const rows = (page: Page) => page.locator("tbody tr[data-row]").first().waitFor()

describe("a script that is gone", () => {
  it("is met by one reload to the same address, and the page goes on when the new release has it", async () => {
    const { page, loads, back } = await without(campaignsChunk(), "/policy")
    expect(loads()).toBe(1)
    const reloaded = page.waitForRequest(request => request.isNavigationRequest())
    // Followed inside the console, as from a menu.
    await page.evaluate(() => history.pushState(null, "", "/user/campaigns?page=2"))
    await reloaded
    back()
    await rows(page)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/user/campaigns?page=2")
    expect(loads()).toBe(2)
    await page.context().close()
  })

  it("that stays gone ends in a message, and never in a loop", async () => {
    const { page, loads } = await without(campaignsChunk(), "/user/campaigns")
    await page.getByText("Bu ekran açılamadı").waitFor()
    await page.waitForTimeout(1_500)
    expect(loads()).toBe(2)
    await page.context().close()
  })

  it("never takes unsaved work with it: a banner tells, and the draft is offered back after the reload", async () => {
    const context = await openContext({ language: "tr" })
    const page = await context.newPage()
    await signIn(page, accounts.yesilova)
    // Fetched ahead while the browser is idle.
    await context.route("**/assets/profile-*.js", route => route.fulfill({ status: 404 }))
    await page.goto("/user/campaigns/add")
    await page.locator("#title").fill("Yayından kalan")
    const banner = page.getByText("Konsolun yeni bir sürümü var")
    await banner.waitFor()
    expect(await page.locator("#title").inputValue()).toBe("Yayından kalan")
    await context.unroute("**/assets/profile-*.js")
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sayfayı yenile" }).click()])
    await page.getByRole("button", { name: "Geri yükle" }).click()
    expect(await page.locator("#title").inputValue()).toBe("Yayından kalan")
    expect(await banner.count()).toBe(0)
    await context.close()
  })

  it("is met again when a second release takes the next one's files away", async () => {
    const { page, loads, back } = await without(campaignsChunk(), "/policy")
    // As if the first reload had been for another release.
    await page.evaluate(() => sessionStorage.setItem("reloadedFor", "https://console.example/assets/main-OLDER.js"))
    const reloaded = page.waitForRequest(request => request.isNavigationRequest())
    await page.evaluate(() => history.pushState(null, "", "/user/campaigns"))
    await reloaded
    back()
    await rows(page)
    expect(loads()).toBe(2)
    await page.context().close()
  })
})

describe("a stylesheet that is gone", () => {
  it("is met by one reload as well, and by a message when it stays gone", async () => {
    const { page, loads } = await without(consoleSheet(), "/user/campaigns")
    await page.getByText("Bu ekran açılamadı").waitFor()
    await page.waitForTimeout(1_500)
    expect(loads()).toBe(2)
    expect(problemsOf(page).filter(text => !text.includes("CSS_CHUNK_LOAD_FAILED") && !text.includes("application"))).toEqual([])
    await page.context().close()
  })
})
