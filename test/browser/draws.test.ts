import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { receiptOf } from "../../src/contract/draw-proof/receipt"
import { bytesFrom, hashing, holdDraw } from "../contract/draw-proof/kit"
import { axeOfWholePage, openBrowser, openPage, type Product, problemsOf, shot, startProduct, type View } from "./kit"

/** The whole life of a draw by keyboard and pointer, for both roles and languages, and its public verification. */
let product: Product
let browser: Browser
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const close = (page: Page) => page.context().close()
const verdict = (page: Page) => page.locator(".proof__verdict")
const fileOf = (name: string, content: Uint8Array | string) => {
  const path = join(tmpdir(), `${name}-${process.pid}.json`)
  writeFileSync(path, content)
  return path
}
const choose = (page: Page, path: string) => page.locator(".proof__file input[type=file]").setInputFiles(path)

const views: View[] = [
  { language: "tr", width: 1280 },
  { language: "en", width: 390, dark: true },
  { language: "tr", width: 390 },
  { language: "en", width: 1280, dark: true },
]
const words = {
  tr: { holds: "Sonuç doğrulandı", fails: "Bu kanıt doğrulanamadı", missing: "Bu adreste yayımlanmış bir çekiliş yok" },
  en: { holds: "The result holds", fails: "This proof does not hold", missing: "No draw is published at this address" },
}

describe("the verifier", () => {
  it.each(views)("works from a file without a server, names what fails, and is accessible: %o", async view => {
    const { holds, fails, missing } = words[view.language ?? "tr"]
    const { file, employeeIds, proof } = await holdDraw({
      steps: [{ drops: [{ place: 0, reason: "declined" }] }, { reason: "entries" }],
    })
    const page = await openPage(browser, product, view)
    await page.goto("/go/draw/00000000-0000-4000-8000-000000000000")
    await page.getByText(missing).waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    await page.context().setOffline(true)

    await choose(page, fileOf("proof", file))
    await verdict(page).getByText(holds).waitFor()
    const winner = employeeIds[proof.rounds[1]?.places?.[0] ?? -1] ?? ""
    await page.locator("#receipt").fill(await receiptOf(hashing, bytesFrom(0), winner))
    await page.locator("#receipt").press("Enter")
    await page.locator(".alert", { hasText: "Bisiklet" }).waitFor()
    for (const summary of await page.locator("summary").all()) await summary.click()
    expect(await axeOfWholePage(page)).toEqual([])
    await shot(page, `draw-proof-${view.language}-${view.width}-${view.dark ? "dark" : "light"}`)

    await choose(page, fileOf("tampered", Buffer.from(file).toString().replace('"quantity":1', '"quantity":2')))
    await verdict(page).getByText(fails).waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    expect(problemsOf(page)).toEqual([])
    await close(page)
  })

  /** 100,000 entries take ten times as long: docs/operations.md#goals. */
  it("checks 10,000 entries while the page answers", async () => {
    const participants = Array.from({ length: 10_000 }, (_, at) => ({ employeeId: String(at), weight: 1, time: 0 }))
    const { file } = await holdDraw({ participants })
    const page = await openPage(browser, product)
    await page.goto("/go/draw")
    await page.locator(".proof__file").waitFor()
    const frames = await page.evaluateHandle(() => {
      const seen: { longest: number; progress: number } = { longest: 0, progress: 0 }
      let last = performance.now()
      const tick = () => {
        const now = performance.now()
        seen.longest = Math.max(seen.longest, now - last)
        if (document.querySelector("progress")) seen.progress++
        last = now
        setTimeout(tick, 0)
      }
      tick()
      return seen
    })
    await choose(page, fileOf("large", file))
    await verdict(page).getByText(words.tr.holds).waitFor()
    const { progress } = await frames.jsonValue()
    expect(progress).toBeGreaterThan(2)
    await close(page)
  })
})
