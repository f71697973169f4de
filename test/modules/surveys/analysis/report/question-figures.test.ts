import { beforeEach, describe, expect, it } from "vitest"
import type { ReportQuestion } from "../../../../../src/contract/surveys/report"
import { createFormat } from "../../../../../src/core/text/format"
import type { Language } from "../../../../../src/core/text/i18n"
import { distributionOf, figuresOf, findingOf } from "../../../../../src/modules/surveys/analysis/report/question-figures"
import { parseFilters, queryOf } from "../../../../../src/modules/surveys/analysis/report/use-report-filters"
import { i18n } from "../../../../../src/state/instances"
import { speak } from "../../../../kit"

const context = (language: Language) => ({ t: i18n.t, format: createFormat(language, "Europe/Istanbul") })
const question = (change: Partial<ReportQuestion> = {}): ReportQuestion => ({
  id: "q",
  text: "Hangisi?",
  type: "single_choice",
  answered: 8,
  options: [
    { label: "Eski", count: 1, isFormer: true },
    { label: "A", count: 5 },
    { label: "B", count: 2 },
  ],
  ...change,
})
const rating = (counts: number[], average?: number) =>
  question({
    type: "rating",
    answered: counts.reduce((sum, count) => sum + count, 0),
    options: counts.map((count, at) => ({ label: String(at + 1), count })),
    ...(average !== undefined && { average }),
  })

beforeEach(() => speak("tr"))

describe("the figures of a question", () => {
  it("are shares of those who answered, former options last", () => {
    expect(figuresOf(question(), context("tr")).map(({ name, share }) => [name, share])).toEqual([
      ["A", 0.625],
      ["B", 0.25],
      ["Eski (eski seçenek)", 0.125],
    ])
  })

  it("are shares of nobody, and of more answers than people, without a crash", () => {
    expect(figuresOf(question({ answered: 0 }), context("tr")).map(({ share }) => share)).toEqual([0, 0, 0])
    expect(figuresOf(question({ answered: 2 }), context("tr"))[0]?.share).toBe(1)
  })

  it.each<[string, Partial<ReportQuestion>, string, string]>([
    ["the option chosen most often", {}, "En çok seçilen: A: 5 · %63", "Chosen most often: A: 5 · 63%"],
    [
      "both of two",
      {
        options: [
          { label: "A", count: 4 },
          { label: "B", count: 4 },
        ],
      },
      "En çok seçilen: A: 4 · %50; B: 4 · %50",
      "Chosen most often: A: 4 · 50%; B: 4 · 50%",
    ],
    [
      "yes and no, however they are spelled",
      {
        type: "yes_no",
        options: [
          { label: "true", count: 6 },
          { label: "No", count: 2 },
        ],
      },
      "Evet: 6 · %75; Hayır: 2 · %25",
      "Yes: 6 · 75%; No: 2 · 25%",
    ],
    ["the mean of a rating", { type: "rating", average: 4.0625 }, "Ortalama puan 4,1, 8 yanıt", "Mean rating 4.1, 8 responses"],
    ["that there is nothing", { options: [] }, "Bu soruda gösterilecek yanıt yok", "No responses to show for this question"],
  ])("are told in words: %s", (_, change, turkish, english) => {
    expect(findingOf(question(change), context("tr"))).toBe(turkish)
    speak("en")
    expect(findingOf(question(change), context("en"))).toBe(english)
  })

  it.each<[string, ReportQuestion, number | undefined]>([
    ["between the marks", rating([0, 0, 4, 4, 0], 3.5), 2.5],
    ["on the last one", rating([0, 0, 0, 0, 8], 5), 4],
    ["nowhere without a mean", rating([0, 0, 0, 0, 0]), undefined],
  ])("mark the mean %s", (_, asked, at) => {
    const distribution = distributionOf(asked, context("tr"))
    expect(distribution?.steps.map(({ label }) => label)).toEqual(["1", "2", "3", "4", "5"])
    expect(distribution?.marker?.at).toBe(at)
  })

  it("are no distribution of what is no rating, or has no marks", () => {
    expect(distributionOf(question(), context("tr"))).toBeUndefined()
    expect(distributionOf(rating([]), context("tr"))).toBeUndefined()
  })
})

describe("the filters of the address", () => {
  it.each([
    ["", {}],
    ["?tab=report&department=7&from=2026-05-01&to=2026-05-31", { departmentId: "7", from: "2026-05-01", to: "2026-05-31" }],
    ["?from=2026-05-31&to=2026-05-01", { from: "2026-05-01", to: "2026-05-31" }],
    ["?from=yesterday&to=2026-13-40&department=%20", {}],
    ["?to=2026-05-01", { to: "2026-05-01" }],
  ])("%j become the query of the call", (search, query) => {
    expect(queryOf(parseFilters(search))).toEqual(query)
  })
})
