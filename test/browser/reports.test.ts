import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Hex } from "../../src/core/color"
import { contrast } from "../../src/core/contrast"
import { chartColours, download, printed } from "./chart-kit"
import { accounts, axe, axeOfWholePage, press, problemsOf } from "./kit"
import { looks, sampleLooks, texts } from "./look-kit"
import { provideProduct } from "./provide-product"

/** Reports in both languages and roles: by keyboard from the menu to the rows of a bar, on the desk and on a phone. */
const { openAs } = provideProduct()

const settled = (page: Page) => page.locator(".report:not([data-stale]) .chart-card svg").first().waitFor()
const numberIn = (text: string | null) => Number((text ?? "").replace(/\D/g, ""))

/** The number of rows that a shown list counts. */
const listTotal = async (page: Page) => {
  await page.locator("table:not([aria-busy=true]) tbody tr[data-row]").first().waitFor()
  // "1–8 of 37": the largest number.
  const numbers = (await page.locator(".pager p").innerText()).match(/\d[\d.,]*/g) ?? []
  return Math.max(...numbers.map(numberIn))
}

describe("the reports", () => {
  it.each(sampleLooks(looks, 2))("lead %s to the rows behind a bar and back, by keyboard", async (_, email, root, view) => {
    const t = texts(view.language)
    const page = await openAs(email, view)
    await page.goto(`${root}/reports?period=last90Days`)
    await page.locator(".report-card svg").nth(3).waitFor()

    await press(page.locator(".report-card h2 a", { hasText: t["campaign.many"] }))
    await settled(page)
    expect(new URL(page.url()).search).toBe("?module=campaigns&period=last90Days")
    expect(await axeOfWholePage(page)).toEqual([])
    const { surface, marks, texts: labels } = await chartColours(page)
    expect(marks.length).toBeGreaterThan(1)
    for (const colour of marks) expect(contrast(colour as Hex, surface as Hex)).toBeGreaterThanOrEqual(3)
    for (const colour of labels) expect(contrast(colour as Hex, surface as Hex)).toBeGreaterThanOrEqual(4.5)

    // The course is one stop of the Tab key; Home and arrow keys lead to its first period, Enter to the rows.
    const course = page.locator(".chart-card .chart").first()
    await press(course.locator("a[tabindex='0']"), "End")
    const last = course.locator("a").last()
    await expect.poll(() => last.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await last.evaluate(element => getComputedStyle(element).outlineStyle)).toBe("solid")
    const count = numberIn(/: ([\d.,]+)/.exec((await last.getAttribute("aria-label")) ?? "")?.[1] ?? "")
    await page.keyboard.press("Enter")
    await page.waitForURL(/startDate=/)
    expect(await listTotal(page)).toBe(count)
    await page.goBack()
    await settled(page)
    expect(new URL(page.url()).search).toBe("?module=campaigns&period=last90Days")

    // The table in the place of the bars leads to the same rows.
    const statuses = page.locator(".report-cards .chart-card").first()
    await press(statuses.getByRole("button", { name: t["ui.chart.asTable"] }))
    const row = statuses.locator("tbody tr").first()
    const inRow = numberIn(await row.locator("td").first().innerText())
    await press(row.locator("a"))
    await page.waitForURL(/status=/)
    expect(await listTotal(page)).toBe(inRow)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("are filtered, reproduced by their link, saved as a picture without links, and printed", async () => {
    const t = texts("tr")
    const page = await openAs(accounts.administrator, { language: "tr", width: 1280 })
    await page.goto("/admin/reports?module=employees&period=lastYear")
    await settled(page)
    const total = page.locator(".stat strong").first()
    const all = numberIn(await total.innerText())
    await page.locator("#report-company").focus()
    await page.keyboard.type("Sarıkum")
    await page.getByRole("option", { name: "Sarıkum" }).first().waitFor()
    await page.keyboard.press("Enter")
    await page.locator(".page-header p", { hasText: "Sarıkum" }).waitFor()
    await settled(page)
    const filtered = numberIn(await total.innerText())
    expect(filtered).toBeLessThan(all)
    await page.reload()
    await page.locator(".page-header p", { hasText: "Sarıkum" }).waitFor()
    await settled(page)
    expect(numberIn(await total.innerText())).toBe(filtered)
    expect(await axe(page)).toEqual([])

    const card = page.locator(".chart-card").first()
    const file = await download(page, card.locator("button[aria-haspopup=menu]"), t["ui.chart.svg"] ?? "")
    const svg = file.bytes.toString()
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg).not.toMatch(/<a |href=|class=|style=|var\(|oklch|color\(/)

    const menu = page.getByRole("button", { name: t["reporting.download"], exact: true })
    const sheet = await printed(page, menu, t["reporting.print"] ?? "")
    await sheet.locator("table").nth(1).waitFor()
    expect(await sheet.innerText()).toContain("Sarıkum")
    expect(await page.locator("main").isVisible()).toBe(false)
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(5_000)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})
