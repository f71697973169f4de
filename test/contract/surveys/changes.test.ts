import { describe, expect, it } from "vitest"
import { compareQuestions, type MeaningChange, meaningChanges } from "../../../src/contract/surveys/changes"
import type { Question } from "../../../src/contract/surveys/surveys"

const rating: Question = { id: "r", text: "Memnun musunuz?", description: "", type: "rating", options: [], required: true }
const choice: Question = {
  id: "c",
  text: "Kaç gün?",
  description: "",
  type: "single_choice",
  options: ["Bir", "İki", "Üç"],
  required: true,
}
const before = [rating, choice]
const withChoice = (patch: Partial<Question>) => [rating, { ...choice, ...patch }]

/** What each change reads as: kind, position, the words before and after. */
const brief = (change: MeaningChange) =>
  [
    change.kind,
    "number" in change ? change.number : undefined,
    "before" in change ? change.before : undefined,
    "after" in change ? change.after : undefined,
  ].filter(part => part !== undefined)

const rows: [string, Question[], unknown[][]][] = [
  ["nothing", before, []],
  ["other words", withChoice({ text: "Haftada kaç gün?" }), [["text", 2, "Kaç gün?", "Haftada kaç gün?"]]],
  ["a space at the end of the words", withChoice({ text: "Kaç gün? " }), []],
  ["a description", withChoice({ description: "Ofiste" }), []],
  ["no longer required", withChoice({ required: false }), [["required", 2, false]]],
  ["several options for one", withChoice({ type: "multiple_choice" }), [["type", 2, "single_choice", "multiple_choice"]]],
  ["marks instead of options", withChoice({ type: "rating", options: [] }), [["type", 2, "single_choice", "rating"]]],
  ["a new option at the end", withChoice({ options: ["Bir", "İki", "Üç", "Dört"] }), []],
  ["a new option between others", withChoice({ options: ["Bir", "Bir buçuk", "İki", "Üç"] }), []],
  ["another order of options", withChoice({ options: ["Üç", "Bir", "İki"] }), []],
  ["a removed option", withChoice({ options: ["Bir", "Üç"] }), [["optionRemoved", 2, "İki"]]],
  ["a reworded option", withChoice({ options: ["Bir", "2", "Üç"] }), [["optionReworded", 2, "İki", "2"]]],
  [
    "a reworded option with a new one behind it",
    withChoice({ options: ["Bir", "2", "2,5", "Üç"] }),
    [["optionReworded", 2, "İki", "2"]],
  ],
  ["a reworded option in another order", withChoice({ options: ["Üç", "Bir", "2"] }), [["optionReworded", 2, "İki", "2"]]],
  [
    "all options reworded, one of them removed",
    withChoice({ options: ["1", "2"] }),
    [
      ["optionReworded", 2, "Bir", "1"],
      ["optionReworded", 2, "İki", "2"],
      ["optionRemoved", 2, "Üç"],
    ],
  ],
  ["another order of questions", [choice, rating], []],
  ["other words in another order of questions", [{ ...choice, text: "Haftada?" }, rating], [["text", 1, "Kaç gün?", "Haftada?"]]],
  ["a new question", [{ ...choice, id: undefined }, ...before], []],
  ["a question of another server's id", [...before, { ...choice, id: "other" }], []],
  ["a removed question", [choice], [["removed"]]],
  ["a question that was removed and written again", [rating, { ...choice, id: undefined }], [["removed"]]],
  ["an id that stands twice", [...before, { ...choice, text: "Kopya" }], []],
]

describe("what changes the meaning of given answers", () => {
  it.each(rows)("%s", (_name, after, expected) => {
    expect(meaningChanges(before, after).map(brief)).toEqual(expected)
  })
  it("names the stored words of the question", () => {
    expect(meaningChanges(before, [{ ...rating, text: "Yeni" }])).toMatchObject([
      { kind: "text", text: "Memnun musunuz?" },
      { kind: "removed", text: "Kaç gün?", questionId: "c" },
    ])
  })
})

const question = (text: string, given: Partial<Question> = {}): Question => ({
  text,
  description: "",
  type: "single_choice",
  options: ["Çay", "Kahve"],
  required: true,
  ...given,
})
const earlier = [question("A", { id: "1" }), question("B", { id: "2" }), question("C", { id: "3", type: "rating", options: [] })]

describe("the questions of a survey and of an earlier one", () => {
  it.each<[string, Question[], [string | undefined, string[]][]]>([
    [
      "copied, in another order",
      [question("B"), question(" A")],
      [
        ["B", []],
        ["A", []],
      ],
    ],
    ["with a further option", [question("A", { options: ["Çay", "Kahve", "Su"] })], [["A", []]]],
    ["with an option reworded", [question("A", { options: ["Çay", "Süt"] })], [["A", ["optionReworded"]]]],
    [
      "reworded in its place",
      [question("A"), question("B?")],
      [
        ["A", []],
        ["B", ["text"]],
      ],
    ],
    ["new, of another type in the place of one", [question("D", { type: "yes_no", options: [] })], [[undefined, []]]],
    [
      "asked twice",
      [question("A"), question("A")],
      [
        ["A", []],
        ["B", ["text"]],
      ],
    ],
  ])("are paired: %s", (_, after, expected) => {
    const pairs = compareQuestions(earlier, after)
    expect(pairs.map(({ earlier: other, changes }) => [other?.text, changes.map(({ kind }) => kind)])).toEqual(expected)
    expect(pairs.map(({ question, number }) => [question, number])).toEqual(after.map((question, at) => [question, at + 1]))
  })
})
