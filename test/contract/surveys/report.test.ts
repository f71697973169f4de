import { describe, expect, it } from "vitest"
import { type SurveyReport, surveyReportOf } from "../../../src/contract/surveys/report"

const question = {
  id: "q1",
  text: "Hangisi?",
  type: "single_choice",
  answered: 8,
  options: [
    { label: "A", count: 5 },
    { label: "B", count: 3 },
  ],
} as const
const report: SurveyReport = {
  surveyId: "s1",
  title: "Nabız",
  responseCount: 8,
  questions: [{ ...question, options: [...question.options] }],
  series: [{ date: "2026-05-02", count: 8 }],
}
/** The report with one question that differs. */
const withQuestion = (change: object) => ({ ...report, questions: [{ ...question, ...change }] })
const first = (raw: unknown) => surveyReportOf(raw)?.questions[0]
const nested = (depth: number): unknown => (depth ? { value: nested(depth - 1) } : report)

const pascal = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(pascal)
    : typeof value === "object" && value
      ? Object.fromEntries(
          Object.entries(value).map(([name, content]) => [name.charAt(0).toUpperCase() + name.slice(1), pascal(content)]),
        )
      : value

describe("a survey report of the wire", () => {
  it.each<[string, unknown]>([
    ["as it is", report],
    ["nested once", nested(1)],
    ["nested fifty times", nested(50)],
    ["in PascalCase", pascal({ value: { value: report } })],
    ["with null where members are optional", { ...report, waiting: null, departments: null }],
  ])("is read %s", (_, raw) => {
    expect(surveyReportOf(raw)).toEqual(report)
  })

  it.each<[string, unknown]>([
    ["null", null],
    ["a text", "report"],
    ["a list", [report]],
    ["an object without questions", { value: { value: {} } }],
    ["questions that are no list", { questions: "two" }],
  ])("is none: %s", (_, raw) => {
    expect(surveyReportOf(raw)).toBeUndefined()
  })

  it.each<[string, object, object]>([
    ["a numeric id", { id: 12 }, { id: "12" }],
    ["no id", { id: undefined }, { id: "1" }],
    ["an unknown type", { type: "matrix" }, { type: "single_choice" }],
    ["a type in another spelling", { type: "MultipleChoice" }, { type: "multiple_choice" }],
    ["no options", { options: undefined }, { options: [], answered: 8 }],
    ["options that are no list", { options: { A: 1 } }, { options: [], answered: 8 }],
    [
      "entries that are no options",
      { options: [null, "A", { count: 2 }, { label: "A", count: 2 }] },
      { options: [{ label: "A", count: 2 }] },
    ],
    [
      "counts that are none",
      {
        options: [
          { label: "A", count: -3 },
          { label: "B", count: "4" },
          { label: "C", count: "x" },
        ],
      },
      {
        options: [
          { label: "A", count: 0 },
          { label: "B", count: 4 },
          { label: "C", count: 0 },
        ],
      },
    ],
    [
      "a former option",
      { options: [{ label: "A", count: 8, isFormer: true }] },
      { options: [{ label: "A", count: 8, isFormer: true }] },
    ],
    ["no number of people", { answered: undefined }, { answered: 8 }],
    ["fewer people than one option has", { answered: 2 }, { answered: 5 }],
    ["a multiple choice without a number of people", { type: "multiple_choice", answered: undefined }, { answered: 8 }],
  ])("counts what is missing from the rest: %s", (_, change, expected) => {
    expect(first(withQuestion(change))).toMatchObject(expected)
  })

  it("holds all marks of a rating in order, and their mean", () => {
    const options = [
      { label: "5", count: 2 },
      { label: "?", count: 1 },
      { label: "2", count: 2 },
    ]
    expect(first(withQuestion({ type: "rating", options }))).toMatchObject({
      average: 3.5,
      options: [
        { label: "1", count: 0 },
        { label: "2", count: 2 },
        { label: "3", count: 0 },
        { label: "4", count: 0 },
        { label: "5", count: 2 },
        { label: "?", count: 1 },
      ],
    })
    expect(first(withQuestion({ type: "rating", options, average: 3.6 }))?.average).toBe(3.6)
    expect(first(withQuestion({ type: "rating", options: [] }))).not.toHaveProperty("average")
    expect(first(withQuestion({ type: "rating", options: undefined, average: 4 }))).toMatchObject({ average: 4, options: [] })
  })

  it("has its days in order, each once, and only those that are days", () => {
    const series = [
      { date: "2026-05-03T00:00:00Z", count: 6 },
      { date: "2026-05-01", count: 5 },
      { date: "2026-05-03", count: 1 },
      { date: "yesterday", count: 9 },
      { date: "2026-99-99", count: 9 },
      { date: "2026-05-02", count: 0 },
      null,
    ]
    expect(surveyReportOf({ ...report, series })?.series).toEqual([
      { date: "2026-05-01", count: 5 },
      { date: "2026-05-03", count: 7 },
    ])
    expect(surveyReportOf({ ...report, series: undefined })?.series).toEqual([])
  })

  it("knows waiting answers and departments where the server sends them", () => {
    const departments = [{ id: 7, name: "Finans", count: 5 }, { id: 8 }, { name: "Nameless" }]
    expect(surveyReportOf({ ...report, waiting: 3, departments })).toMatchObject({
      waiting: 3,
      departments: [
        { id: "7", name: "Finans", count: 5 },
        { id: "8", name: "8", count: 0 },
      ],
    })
    expect(surveyReportOf(report)).not.toHaveProperty("departments")
    expect(surveyReportOf({ ...report, waiting: 0, departments: [] })).toMatchObject({ departments: [] })
  })

  it("counts its answers where the server does not", () => {
    expect(surveyReportOf({ ...report, responseCount: undefined })?.responseCount).toBe(8)
    expect(surveyReportOf({ questions: [] })).toMatchObject({ responseCount: 0, questions: [], series: [] })
  })
})
