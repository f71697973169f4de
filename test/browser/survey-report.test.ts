import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Hex } from "../../src/core/color"
import { contrast } from "../../src/core/contrast"
import { chartColours, download, printed } from "./chart-kit"
import { accounts, axe, axeOfWholePage, callAs, mark, press, problemsOf } from "./kit"
import { type Look, phone, sampleLooks, texts } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The report of an answered survey for both roles and languages: filter, table, pictures, CSV and paper. */
const { openAs } = provideProduct()

const questions = [
  { text: "Hangi yan hak önemli?", type: "multiple_choice", options: ["Yemek", "=Servis", "Sigorta"] },
  { text: "Önerir misiniz?", type: "yes_no", options: [] },
  { text: "Memnuniyetiniz", type: "rating", options: [] },
].map(question => ({ ...question, description: "", required: true }))

/** Answers of the person at a position. */
const answerOf = (type: string, at: number) =>
  type === "multiple_choice" ? (at % 2 ? ["Yemek"] : ["Yemek", "=Servis"]) : type === "yes_no" ? at % 4 > 0 : 3 + (at % 3)

type Invitations = { tokens: { token: string; departmentName: string }[] }

/**
 * Makes a survey that five people of each of two departments have answered, and four of a third one, who wait.
 * @returns its id, and the name of the first department
 */
const makeAnswered = async (page: Page, title: string) => {
  const body = {
    title,
    description: "",
    type: 0,
    status: 1,
    startDate: "",
    endDate: "",
    questions,
    tenantIds: [],
    departmentIds: [],
  }
  const { id } = await callAs<{ id: string }>(page, "POST", "/survey/create", body)
  const survey = await callAs<{ questions: { id: string; type: string }[] }>(page, "GET", `/survey/${id}`)
  const { tokens } = await callAs<Invitations>(page, "POST", `/survey/${id}/invitations`, {})
  const departments = new Map<string, string[]>()
  for (const { token, departmentName } of tokens)
    if (departmentName) departments.set(departmentName, [...(departments.get(departmentName) ?? []), token])
  const large = [...departments].filter(([, tokens]) => tokens.length >= 5).slice(0, 3)
  expect(large.length, "departments with five people").toBe(3)
  const [first, second, third] = large.map(([name, tokens]) => ({ name, tokens }))
  const answering = [
    ...(first?.tokens.slice(0, 5) ?? []),
    ...(second?.tokens.slice(0, 5) ?? []),
    ...(third?.tokens.slice(0, 4) ?? []),
  ]
  await Promise.all(
    answering.map((token, at) =>
      callAs(page, "POST", `/survey/${id}/answers`, {
        token,
        answers: survey.questions.map(({ id, type }) => ({ questionId: id, value: answerOf(type, at) })),
      }),
    ),
  )
  return { id, first: first?.name ?? "" }
}

const cards = (page: Page) => page.locator(".chart-card")
const settled = (page: Page) => page.locator(".report:not([data-stale])").waitFor()
const figure = (page: Page, label: string) =>
  page.locator(".stat", { has: page.locator(`.stat__label:text-is("${label}")`) }).locator("strong")

const lives: Look[] = [
  ["a company's administrator in Turkish", accounts.yesilova, "/user", { language: "tr" }],
  [
    "the platform's staff in English, on a phone, in the dark",
    accounts.administrator,
    "/admin",
    { language: "en", ...phone, dark: true },
  ],
  ["a company's administrator in English, on a phone", accounts.yesilova, "/user", { language: "en", ...phone }],
  ["the platform's staff in Turkish, in the dark", accounts.administrator, "/admin", { language: "tr", dark: true }],
]

describe("the report of a survey", () => {
  it.each(sampleLooks(lives, 2))("is read, filtered and shown as tables by keyboard by %s", async (_, email, root, view) => {
    const t = texts(view.language)
    const page = await openAs(email, view)
    const { id, first } = await makeAnswered(page, `Memnuniyet ${mark()}`)
    await page.goto(`${root}/survey-management/${id}`)
    await press(page.getByRole("link", { name: t["survey.part.report"], exact: true }))
    await cards(page).nth(3).waitFor()
    expect(await figure(page, t["analysis.report.answers"] ?? "").textContent()).toBe("10")
    await page.getByText(t["analysis.report.waitingTitle_other"]?.replace("{{count}}", "4") ?? "").waitFor()
    expect(await axeOfWholePage(page)).toEqual([])

    await page.locator("#report-department").focus()
    await page.keyboard.type(first)
    await page.getByRole("option", { name: first }).first().waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(/department=/)
    await settled(page)
    await figure(page, t["analysis.report.answers"] ?? "")
      .getByText("5", { exact: true })
      .waitFor()
    await page.reload()
    await figure(page, t["analysis.report.answers"] ?? "")
      .getByText("5", { exact: true })
      .waitFor()
    await press(page.getByRole("button", { name: t["ui.clearFilters"], exact: true }))
    await figure(page, t["analysis.report.answers"] ?? "")
      .getByText("10", { exact: true })
      .waitFor()
    expect(new URL(page.url()).search).toBe("?tab=report")

    const chart = page.getByRole("slider")
    await press(chart, "ArrowRight")
    expect(await chart.getAttribute("aria-valuetext")).toContain("10")
    for (const card of await cards(page).all()) await press(card.getByRole("button", { name: t["ui.chart.asTable"] }))
    await cards(page).nth(3).locator("table").waitFor()
    const cells = await cards(page).first().locator("tbody tr").allInnerTexts()
    expect(cells.map(row => row.split(/\s+/).slice(0, 2))).toEqual([
      ["Yemek", "10"],
      ["=Servis", "5"],
      ["Sigorta", "0"],
    ])
    expect(await axeOfWholePage(page)).toEqual([])
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("is told apart without colours in light and dark, saved as pictures that other programs read, and as CSV, and printed", async () => {
    const t = texts("tr")
    const page = await openAs(accounts.yesilova, { language: "tr" })
    const { id } = await makeAnswered(page, `Resimli ${mark()}`)
    await page.goto(`/user/survey-management/${id}?tab=report`)
    await cards(page).nth(3).waitFor()

    // Contrast is that of luminance: what greyscale leaves of colours.
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      const { surface, marks, texts } = await chartColours(page)
      expect(marks.length).toBeGreaterThan(0)
      expect(texts.length).toBeGreaterThan(1)
      for (const colour of marks) expect(contrast(colour as Hex, surface as Hex)).toBeGreaterThanOrEqual(3)
      for (const colour of texts) expect(contrast(colour as Hex, surface as Hex)).toBeGreaterThanOrEqual(4.5)
      expect(await axe(page, "main")).toEqual([])
    }
    // Each bar has its name and its figures beside it.
    for (const bar of await cards(page).first().locator("svg > g").all())
      expect(await bar.locator("text").count()).toBeGreaterThanOrEqual(2)

    // Bars, a distribution, and columns of days.
    for (const at of [0, 2, 3]) {
      const card = cards(page).nth(at)
      const menu = card.locator("button[aria-haspopup=menu]")
      const title = await card.locator("h2").innerText()
      const svg = await download(page, menu, t["ui.chart.svg"] ?? "")
      expect(svg.name).toMatch(/\.svg$/)
      const text = svg.bytes.toString()
      expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
      expect(text).toContain(title)
      expect(text).not.toMatch(/class=|style=|var\(|oklch|color\(/)

      const png = await download(page, menu, t["ui.chart.png"] ?? "")
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
      // White paper also from a dark screen, and marks on it.
      expect(picture.corner).toEqual([255, 255, 255, 255])
      expect(picture.width).toBeGreaterThan(800)
      expect(picture.large).toBeGreaterThan(1)
    }

    const menu = page.getByRole("button", { name: t["analysis.report.download"], exact: true })
    const csv = await download(page, menu, t["analysis.report.csv"] ?? "")
    const lines = csv.bytes.toString().trimEnd().split("\r\n")
    expect(lines).toHaveLength(1 + 3 + 2 + 5)
    expect(lines[1]).toBe("1;Hangi yan hak önemli?;Çoklu seçim;Yemek;10;100;10;")
    expect(lines[2]).toMatch(/^1;[^;]*;[^;]*;'=Servis;5;50;10;$/)

    const sheet = await printed(page, menu, t["analysis.report.print"] ?? "", "dark")
    await sheet.locator("svg").nth(3).waitFor()
    for (const { text } of questions) expect(await sheet.innerText()).toContain(text)
    expect(await page.locator("main").isVisible()).toBe(false)
    const paper = await sheet.evaluate(element => {
      const mark = element.querySelector(".chart__mark")
      return {
        scheme: getComputedStyle(element).colorScheme,
        text: getComputedStyle(element).color,
        fill: mark && getComputedStyle(mark).fill,
      }
    })
    expect(paper.text).toBe("rgb(0, 0, 0)")
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(5_000)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})
