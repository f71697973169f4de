import { readFileSync } from "node:fs"
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import type { Hex } from "../../src/core/color"
import { contrast } from "../../src/core/contrast"
import { accounts, axe, axeOfWholePage, mark, phone, press, problemsOf } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** Reports as a browser shows them: charts by keyboard and without colours, as pictures, files and on paper. */
const { openAs } = provideConsole()

const numberIn = (text: string | null) => Number((text ?? "").replace(/\D/g, ""))
const isFocused = (target: Locator) => target.evaluate(element => element === document.activeElement)

/** Charts whose marks have less contrast with their card than 3:1, or whose texts less than 4.5:1. */
const unreadable = async (page: Page) => {
  const { surface, marks, texts } = await page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    const hex = (colour: string) => {
      if (!context) throw new Error("There is no canvas.")
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      return `#${[...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map(part => part.toString(16).padStart(2, "0")).join("")}`
    }
    const all = (selector: string, property: "fill" | "stroke") => [
      ...new Set([...document.querySelectorAll(selector)].map(element => hex(getComputedStyle(element)[property]))),
    ]
    return {
      surface: hex(getComputedStyle(document.querySelector(".chart-card") as Element).backgroundColor),
      marks: [...all(".chart__mark", "fill"), ...all(".chart__previous", "stroke")],
      texts: all(".chart text", "fill"),
    }
  })
  expect([marks.length > 0, texts.length > 1]).toEqual([true, true])
  const below = (colours: string[], least: number) => colours.filter(one => contrast(one as Hex, surface as Hex) < least)
  return [...below(marks, 3), ...below(texts, 4.5)]
}

/** Chooses an item of a menu by keyboard, and returns the file that is downloaded. */
const download = async (page: Page, menu: Locator, item: string) => {
  await press(menu)
  const entry = page.getByRole("menuitem", { name: item, exact: true })
  await entry.waitFor()
  const [file] = await Promise.all([page.waitForEvent("download"), press(entry)])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** The number of rows that a shown list counts: the largest number of "1–8 / 37". */
const listTotal = async (page: Page) => {
  await page.locator("table:not([aria-busy=true]) tbody tr[data-row]").first().waitFor()
  const numbers = (await page.locator(".pager p").innerText()).match(/\d[\d.,]*/g) ?? []
  return Math.max(...numbers.map(numberIn))
}

it("a report leads to the rows behind a bar and back, by keyboard on a phone", async () => {
  const page = await openAs(accounts.yesilova, { language: "en", ...phone, dark: true }, "/user/reports?period=last90Days")
  const settled = () => page.locator(".report:not([data-stale]) .chart-card svg").first().waitFor()
  await page.locator(".report-card svg").nth(3).waitFor()
  await press(page.locator(".report-card h2 a", { hasText: "Campaigns" }))
  await settled()
  expect(new URL(page.url()).search).toBe("?module=campaigns&period=last90Days")
  expect(await axeOfWholePage(page)).toEqual([])
  expect(await unreadable(page)).toEqual([])

  // The course is one stop of the Tab key; End leads to its last period, Enter to the rows.
  const course = page.locator(".chart-card .chart").first()
  await press(course.locator("a[tabindex='0']"), "End")
  const last = course.locator("a").last()
  await expect.poll(() => isFocused(last)).toBe(true)
  expect(await last.evaluate(element => getComputedStyle(element).outlineStyle)).toBe("solid")
  const count = numberIn(/: ([\d.,]+)/.exec((await last.getAttribute("aria-label")) ?? "")?.[1] ?? "")
  await page.keyboard.press("Enter")
  await page.waitForURL(/startDate=/)
  expect(await listTotal(page)).toBe(count)
  await page.goBack()
  await settled()

  // The table in the place of the bars leads to the same rows.
  const statuses = page.locator(".report-cards .chart-card").first()
  await press(statuses.getByRole("button", { name: "Show as table" }))
  const row = statuses.locator("tbody tr").first()
  const inRow = numberIn(await row.locator("td").first().innerText())
  await press(row.locator("a"))
  await page.waitForURL(/status=/)
  expect(await listTotal(page)).toBe(inRow)
  expect(problemsOf(page)).toEqual([])
})

const questions = [
  { text: "Hangi yan hak önemli?", type: "multiple_choice", options: ["Yemek", "=Servis", "Sigorta"] },
  { text: "Önerir misiniz?", type: "yes_no", options: [] },
  { text: "Memnuniyetiniz", type: "rating", options: [] },
].map(question => ({ ...question, description: "", required: true }))

/** Answers of the person at a position. */
const answerOf = (type: string, at: number) =>
  type === "multiple_choice" ? (at % 2 ? ["Yemek"] : ["Yemek", "=Servis"]) : type === "yes_no" ? at % 4 > 0 : 3 + (at % 3)

/** Makes a survey whose report has the answers of five people of each of two departments. @returns its id, and the name of the first department */
const makeAnswered = async () => {
  const call = <T>(method: string, path: string, body?: object) => callAs<T>(accounts.sarikum, method, `/survey/${path}`, body)
  const draft = {
    title: `Memnuniyet ${mark()}`,
    description: "",
    type: 0,
    status: 1,
    questions,
    tenantIds: [],
    departmentIds: [],
  }
  const { id } = await call<{ id: string }>("POST", "create", draft)
  const survey = await call<{ questions: { id: string; type: string }[] }>("GET", id)
  type Invitations = { tokens: { token: string; departmentName: string }[] }
  const { tokens } = await call<Invitations>("POST", `${id}/invitations`, {})
  const names = [...new Set(tokens.map(({ departmentName }) => departmentName))].filter(Boolean)
  // Five answers of a department are a group, unless one is that of somebody who was new when the survey began.
  const groups: string[] = []
  for (const name of names) {
    const first = tokens.filter(({ departmentName }) => departmentName === name).slice(0, 5)
    if (first.length < 5 || groups.length === 2) continue
    await Promise.all(
      first.map(({ token }, at) =>
        call("POST", `${id}/answers`, {
          token,
          answers: survey.questions.map(({ id, type }) => ({ questionId: id, value: answerOf(type, groups.length * 5 + at) })),
        }),
      ),
    )
    const { value } = await call<{ value: { responseCount: number } }>("GET", `report/${id}`)
    if (value.responseCount === groups.length * 5 + 5) groups.push(name)
  }
  expect(groups).toHaveLength(2)
  return { id, department: groups[0] ?? "" }
}

it("the report of a survey is filtered by keyboard, read without colours, saved as pictures and CSV, and printed", async () => {
  const { id, department } = await makeAnswered()
  const page = await openAs(accounts.sarikum, {}, `/user/survey-management/${id}?tab=report`)
  const cards = page.locator(".chart-card")
  await cards.nth(3).waitFor()
  const answers = (count: string) =>
    page
      .locator(".stat", { has: page.locator(`.stat__label:text-is("Yanıt")`) })
      .locator("strong")
      .getByText(count, { exact: true })
      .waitFor()
  await answers("10")
  await page.locator("#report-department").focus()
  await page.keyboard.type(department)
  await page.getByRole("option", { name: department }).first().waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL(/department=/)
  await answers("5")
  await press(page.getByRole("button", { name: "Filtreleri temizle", exact: true }))
  await answers("10")

  const chart = page.getByRole("slider")
  await press(chart, "ArrowRight")
  expect(await chart.getAttribute("aria-valuetext")).toContain("10")
  // Contrast is that of luminance: what greyscale leaves of colours.
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await unreadable(page)).toEqual([])
    expect(await axe(page, "main")).toEqual([])
  }
  // Each bar has its name and its figures beside it.
  for (const bar of await cards.first().locator("svg > g").all())
    expect(await bar.locator("text").count()).toBeGreaterThanOrEqual(2)
  const table = cards.first().getByRole("button", { name: "Tablo olarak göster" })
  await press(table)
  const cells = await cards.first().locator("tbody tr").allInnerTexts()
  expect(cells.map(row => row.split(/\s+/).slice(0, 2))).toEqual([
    ["Yemek", "10"],
    ["=Servis", "5"],
    ["Sigorta", "0"],
  ])
  expect(await axe(page, "main")).toEqual([])

  // A distribution, as pictures that other programs read, on white paper also from a dark screen.
  const menu = cards.nth(2).locator("button[aria-haspopup=menu]")
  const svg = await download(page, menu, "SVG olarak indir")
  expect(svg.name).toMatch(/\.svg$/)
  const text = svg.bytes.toString()
  expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  expect(text).toContain(await cards.nth(2).locator("h2").innerText())
  expect(text).not.toMatch(/<a |href=|class=|style=|var\(|oklch|color\(/)
  const png = await download(page, menu, "PNG olarak indir")
  expect(png.name).toMatch(/\.png$/)
  const picture = await page.evaluate(async data => {
    const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")
    context?.drawImage(image, 0, 0)
    const { data: pixels = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {}
    const colours = new Map<string, number>()
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = `${pixels[at]} ${pixels[at + 1]} ${pixels[at + 2]}`
      colours.set(colour, (colours.get(colour) ?? 0) + 1)
    }
    return { width: image.width, corner: [...pixels.slice(0, 4)], large: [...colours.values()].filter(n => n > 500).length }
  }, png.bytes.toString("base64"))
  expect([picture.corner, picture.width > 800, picture.large > 1]).toEqual([[255, 255, 255, 255], true, true])

  const files = page.getByRole("button", { name: "Raporu indir", exact: true })
  const csv = await download(page, files, "Sonuçlar (CSV)")
  const lines = csv.bytes.toString().trimEnd().split("\r\n")
  expect(lines).toHaveLength(1 + 3 + 2 + 5)
  expect(lines[2]).toMatch(/^1;[^;]*;[^;]*;'=Servis;5;50;10;$/)

  await page.evaluate(() => Object.assign(globalThis, { print: () => {} }))
  await press(files)
  await press(page.getByRole("menuitem", { name: "Yazdır", exact: true }))
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  const sheet = page.locator(".print-sheet")
  await sheet.locator("svg").nth(3).waitFor()
  for (const { text } of questions) expect(await sheet.innerText()).toContain(text)
  expect(await page.locator("main").isVisible()).toBe(false)
  expect(await sheet.evaluate(element => getComputedStyle(element).color)).toBe("rgb(0, 0, 0)")
  expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(5_000)
  expect(problemsOf(page)).toEqual([])
})
