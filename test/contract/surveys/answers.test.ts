import { describe, expect, it } from "vitest"
import { answerErrors, type RespondentQuestion } from "../../../src/contract/surveys/answers"

const question = (change: Partial<RespondentQuestion>): RespondentQuestion => ({
  id: "q",
  text: "a",
  description: "",
  type: "single_choice",
  options: ["a", "b"],
  required: true,
  ...change,
})

const types = {
  one: question({}),
  many: question({ type: "multiple_choice" }),
  yes: question({ type: "yes_no", options: [] }),
  mark: question({ type: "rating", options: [] }),
}

describe("an answer", () => {
  const good: [keyof typeof types, unknown][] = [
    ["one", "a"],
    ["many", ["b"]],
    ["many", ["a", "b"]],
    ["yes", true],
    ["yes", false],
    ["mark", 1],
    ["mark", 5],
  ]
  it.each(good)("to a question of kind %s may be %j", (type, value) => {
    expect(answerErrors([types[type]], { q: value })).toEqual({})
  })

  const bad: [keyof typeof types, unknown][] = [
    ["one", "c"],
    ["one", ["a"]],
    ["one", 0],
    ["one", true],
    ["many", "a"],
    ["many", ["a", "c"]],
    ["many", ["a", "a"]],
    ["many", [["a"]]],
    ["many", [null]],
    ["yes", "true"],
    ["yes", 1],
    ["mark", 0],
    ["mark", 6],
    ["mark", 2.5],
    ["mark", Number.NaN],
    ["mark", "3"],
    ["mark", { toString: () => "3" }],
  ]
  it.each(bad)("to a question of kind %s may not be %j", (type, value) => {
    expect(answerErrors([types[type]], { q: value })).toEqual({ q: "survey.answerInvalid" })
  })

  it.each([[undefined], [null], [""], [" "], [[]]])("%j is none", value => {
    for (const type of Object.values(types)) {
      expect(answerErrors([type], { q: value })).toEqual({ q: "survey.answerRequired" })
      expect(answerErrors([{ ...type, required: false }], { q: value })).toEqual({})
    }
  })

  it("to a question that the survey does not have is refused", () => {
    expect(answerErrors([types.one], { q: "a", other: "a" })).toEqual({ other: "survey.answerUnknown" })
    expect(answerErrors([types.one], { q: "a", other: undefined })).toEqual({})
  })

  it("is not read from what every object has", () => {
    expect(answerErrors([question({ id: "constructor" })], {})).toEqual({ constructor: "survey.answerRequired" })
  })

  it("errors come in the order of the questions", () => {
    const questions = ["c", "a", "b"].map(id => question({ id }))
    expect(Object.keys(answerErrors(questions, { a: "c" }))).toEqual(["c", "a", "b"])
  })
})
