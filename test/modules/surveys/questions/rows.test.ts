import { describe, expect, it } from "vitest"
import type { Question } from "../../../../src/contract/surveys/surveys"
import { inserted, moved, questionsOf, type Rows, rowsOf, setRemoved } from "../../../../src/modules/surveys/questions/rows"

const question = (text: string, id?: string): Question => ({
  ...(id && { id }),
  text,
  description: "",
  type: "rating",
  options: [],
  required: true,
})

/** "a b -c" are three rows, the last removed; each question has the name of its row. */
const rowsFrom = (text: string): Rows =>
  text
    .split(" ")
    .filter(Boolean)
    .map(name => {
      const key = name.replace("-", "")
      return { key, question: question(key, key), isRemoved: name.startsWith("-") }
    })
const shown = (rows: Rows) => rows.map(({ key, isRemoved }) => (isRemoved ? `-${key}` : key)).join(" ")
const newKeys = () => {
  let count = 0
  return () => `new${++count}`
}

describe("moving a question", () => {
  it.each([
    ["a b c", "a", 1, "b a c"],
    ["a b c", "a", 2, "b c a"],
    ["a b c", "c", 0, "c a b"],
    ["a b c", "b", 1, "a b c"],
    ["a b c", "a", 3, "a b c"],
    ["a b c", "a", -1, "a b c"],
    ["a -x b c", "a", 1, "-x b a c"],
    ["a -x b c", "c", 1, "a -x c b"],
    ["a b -x", "a", 1, "b a -x"],
    ["-x a b", "b", 0, "-x b a"],
  ])("in %j: %s to place %i gives %j", (before, key, to, after) => {
    expect(shown(moved(rowsFrom(before), key, to))).toBe(after)
  })
})

describe("a removed question", () => {
  it("is restored where it stood, whatever was moved or added meanwhile", () => {
    const removed = setRemoved(rowsFrom("a b c"), "b", true)
    expect(questionsOf(removed).map(({ text }) => text)).toEqual(["a", "c"])
    const added = inserted(removed, { key: "d", question: question("d"), isRemoved: false })
    expect(shown(setRemoved(moved(added, "d", 0), "b", false))).toBe("d a b c")
  })
})

describe("questions that were changed elsewhere", () => {
  const rows = rowsFrom("a -x b c")
  const [a, , b, c] = rows.map(row => row.question) as [Question, Question, Question, Question]
  it.each<[string, Question[], string]>([
    ["the same questions are the same rows", [a, b, c], "a -x b c"],
    ["a new order keeps the keys, and the removed row its predecessor", [c, b, a], "c b a -x"],
    ["a question with the same id keeps its key", [a, { ...b, text: "Başka" }, c], "a -x b c"],
    ["a question that is gone takes no removed row with it", [b, c], "-x b c"],
    ["new questions get new keys", [a, b, c, question("d"), question("e")], "a -x b c new1 new2"],
    ["an id that stands twice is two rows", [a, { ...a }, b, c], "a -x new1 b c"],
    ["no question leaves the removed row", [], "-x"],
    ["a removed question that is back is no removed row", [a, question("x", "x"), b, c], "a new1 b c"],
  ])("%s", (_name, questions, expected) => {
    const result = rowsOf(rows, questions, newKeys())
    expect(shown(result)).toBe(expected)
    expect(questionsOf(result)).toEqual(questions)
    expect(rowsOf(result, questions, newKeys())).toBe(result)
  })
})
