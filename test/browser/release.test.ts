import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { sample } from "../rounds"
import { accounts, problemsOf } from "./kit"
import { provideConsole } from "./provide-console"

/** What an open page does when a newer release has taken its files away (docs/console.md#chunks). */
const { openAs } = provideConsole()

/** The file of the list of campaigns. */
const campaignsChunk = () => {
  const { outputs } = JSON.parse(readFileSync(join("dist", "meta.json"), "utf8"))
  const isCampaigns = (name: string) => outputs[name].entryPoint === "src/modules/campaigns/list.tsx"
  return basename(Object.keys(outputs).find(isCampaigns) ?? "")
}
const consoleSheet = () => readdirSync(join("dist", "assets")).find(name => /^console-.*\.css$/.test(name)) ?? ""

/** Takes a file away (404) from a page, until `back`; counts the loads of whole pages. */
const without = async (page: Page, file: string) => {
  let loads = 0
  await page.route(`**/assets/${file}`, route => route.fulfill({ status: 404 }))
  page.on("request", request => {
    if (request.isNavigationRequest()) loads++
  })
  return { loads: () => loads, back: () => page.unroute(`**/assets/${file}`) }
}

describe("a script that is gone", () => {
  it("is met by one reload to the same address, and the page goes on when the new release has it", async () => {
    const page = await openAs(accounts.yesilova, {}, "about:blank")
    const { loads, back } = await without(page, campaignsChunk())
    await page.goto("/policy")
    const reloaded = page.waitForRequest(request => request.isNavigationRequest())
    // Followed inside the console, as from a menu.
    await page.evaluate(() => history.pushState(null, "", "/user/campaigns?page=2"))
    await reloaded
    await back()
    await page.locator("tbody tr[data-row]").first().waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/user/campaigns?page=2")
    expect(loads()).toBe(2)
  })

  it("never takes unsaved work with it: a banner tells, and the draft is offered back after the reload", async () => {
    const page = await openAs(accounts.yesilova, {}, "about:blank")
    // Fetched ahead while the browser is idle.
    const { back } = await without(page, "profile-*.js")
    await page.goto("/user/campaigns/add")
    await page.locator("#title").fill("Yayından kalan")
    const banner = page.getByText("Konsolun yeni bir sürümü var")
    await banner.waitFor()
    expect(await page.locator("#title").inputValue()).toBe("Yayından kalan")
    await back()
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sayfayı yenile" }).click()])
    await page.getByRole("button", { name: "Geri yükle" }).click()
    expect(await page.locator("#title").inputValue()).toBe("Yayından kalan")
    expect(await banner.count()).toBe(0)
  })
})

it.each(
  sample(
    [
      ["script", campaignsChunk],
      ["stylesheet", consoleSheet],
    ] as const,
    1,
  ),
)("a %s that stays gone ends in a message after one reload, and never in a loop", async (_, file) => {
  const page = await openAs(accounts.yesilova, {}, "about:blank")
  const { loads } = await without(page, file())
  await page.goto("/user/campaigns")
  await page.getByText("Bu ekran açılamadı").waitFor()
  // Another load would take this script with it.
  await page.evaluate(() => new Promise(done => setTimeout(done, 500)))
  expect(loads()).toBe(2)
  expect(problemsOf(page).filter(text => !/CHUNK_LOAD_FAILED|ChunkLoad|application|404/.test(text))).toEqual([])
})
