import { describe, expect, it } from "vitest"
import { remindersFit } from "../../../src/contract/surveys/reminder-days"
import { statusAt } from "../../../src/contract/surveys/survey-status"
import {
  kinds,
  type Question,
  questionErrors,
  questionTypes,
  rules,
  type SurveyDraft,
  statuses,
} from "../../../src/contract/surveys/surveys"
import { validate } from "../../../src/core/rules"

const now = Date.parse("2026-03-10T09:00:00Z")
const at = (ms: number | null) => (ms === null ? null : new Date(now + ms).toISOString())
const hour = 3_600_000

const question: Question = { text: "a", description: "", type: "single_choice", options: ["a", "b"], required: true }
const good: SurveyDraft = {
  title: "a",
  description: "",
  type: 0,
  startDate: "",
  endDate: "",
  questions: [question],
  tenantIds: [],
  departmentIds: [],
  reminderDays: [],
  status: 1,
}

describe("the wire's words and numbers", () => {
  it("are those of the contract", () => {
    expect(kinds.names).toEqual(["satisfaction", "engagement", "pulse", "custom"])
    expect(statuses.names).toEqual(["draft", "active", "closed", "scheduled"])
    expect(questionTypes).toEqual(["multiple_choice", "single_choice", "yes_no", "rating", "text"])
  })
})

describe("the status of a survey", () => {
  it.each([
    ["draft", -hour, hour, "draft"],
    ["closed", -hour, hour, "closed"],
    ["closed", hour, null, "closed"],
    ["active", -hour, hour, "active"],
    ["active", 0, 1, "active"],
    ["active", 1, hour, "scheduled"],
    ["active", -hour, 0, "closed"],
    ["active", null, null, "active"],
    ["active", hour, null, "scheduled"],
    ["active", null, -1, "closed"],
  ] as const)("%s from %s ms to %s ms is %s", (intent, from, to, name) => {
    expect(statuses.name(statusAt({ intent, startDate: at(from), endDate: at(to) }, now))).toBe(name)
  })
})

describe("what is wrong with a survey", () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ title: " " }, ["title"]],
    [{ questions: [] }, ["questions"]],
    [{ questions: [], status: 0 }, []],
    [{ questions: [], status: 2 }, []],
    [{ startDate: "2026-03-02", endDate: "2026-03-01" }, ["endDate"]],
    [{ reminderDays: [6, 3] }, []],
    ...[[2], [61], [3, 5], [3.5], [3, 6, 9]].map((reminderDays): [object, string[]] => [{ reminderDays }, ["reminderDays"]]),
    [{ reminderDays: [4], startDate: "2026-03-02T00:00:00Z", endDate: "2026-03-06T00:00:01Z" }, []],
    [{ reminderDays: [4], startDate: "2026-03-02T00:00:00Z", endDate: "2026-03-06T00:00:00Z" }, ["reminderDays"]],
  ])("%j breaks %j", (change, fields) => {
    expect(Object.keys(validate({ ...rules, reminderDays: remindersFit }, { ...good, ...change }))).toEqual(fields)
  })

  it.each([
    [{}, []],
    [{ text: "" }, ["questions.0.text"]],
    [{ options: ["a"] }, ["questions.0.options"]],
    [{ options: ["a", " "] }, ["questions.0.options"]],
    [{ options: ["a", "a "] }, ["questions.0.options"]],
    [{ options: ["a", "\u200b"] }, ["questions.0.options"]],
    [{ options: ["a b", "a\u00a0 b\u200b"] }, ["questions.0.options"]],
    [{ options: ["a", "a".repeat(201)] }, ["questions.0.options"]],
    [{ type: "yes_no" as const, options: [] }, []],
    [{ type: "rating" as const, options: [] }, []],
    [{ type: "multiple_choice" as const, options: [] }, ["questions.0.options"]],
    [{ type: "multiple_choice" as const, exclusive: " b" }, []],
    [{ type: "multiple_choice" as const, exclusive: "d" }, ["questions.0.exclusive"]],
    [{ type: "text" as const, options: [], exclusive: "d" }, []],
  ])("a question with %j breaks %j", (change, fields) => {
    expect(Object.keys(questionErrors({ questions: [{ ...question, ...change }] }))).toEqual(fields)
  })
})
