import { useState } from "react"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { AnswerValue, RespondentQuestion } from "../../../../src/contract/surveys/answers"
import type { Message } from "../../../../src/core/rules"
import { AnswerFields, type Answers } from "../../../../src/modules/surveys/answer-fields/answer-fields"
import { focusQuestion } from "../../../../src/modules/surveys/answer-fields/focus-question"
import { click, find, mount, speak, type } from "../../../kit"

let unmount: () => Promise<void> = async () => {}
beforeEach(() => speak("en"))
afterEach(() => unmount())

const question = (id: string, change: Partial<RespondentQuestion>): RespondentQuestion => ({
  id,
  text: `Question ${id}`,
  description: "",
  type: "single_choice",
  options: [],
  required: true,
  ...change,
})
const questions = [
  question("one", { options: ["Daily", "Weekly"], description: "In the last month" }),
  question("many", { type: "multiple_choice", options: ["Desk", "Chair", "Screen"] }),
  question("yes", { type: "yes_no", required: false }),
  question("mark", { type: "rating", required: false }),
  question("none", { type: "multiple_choice", options: ["Bus", "Car", "None"], exclusive: "None", required: false }),
  question("why", { type: "text" }),
]

let answers: Answers = {}
const Holder = ({ errors = {} }: { errors?: Record<string, Message> }) => {
  const [held, setHeld] = useState<Answers>({})
  answers = held
  const answer = (id: string, value: AnswerValue | undefined) => setHeld(before => ({ ...before, [id]: value }))
  return <AnswerFields questions={questions} answers={held} onAnswer={answer} errors={errors} />
}
const show = async (errors?: Record<string, Message>) => {
  ;({ unmount } = await mount(<Holder errors={errors} />))
}

const fieldset = (id: string) => document.getElementById(`question-${id}`) as HTMLFieldSetElement
const choose = (id: string, label: string | RegExp) => click(find("label", label, fieldset(id)).querySelector("input"))
const textOf = (ids: string | null) =>
  (ids ?? "")
    .split(" ")
    .map(id => document.getElementById(id)?.textContent)
    .join(" ")

describe("the fields of a survey", () => {
  it("give each type of question its control and its value", async () => {
    await show()
    await choose("one", "Weekly")
    await choose("many", "Screen")
    await choose("many", "Desk")
    await choose("yes", "No")
    await choose("mark", /^5/)
    expect(answers).toEqual({ one: "Weekly", many: ["Desk", "Screen"], yes: false, mark: 5 })
    await choose("many", "Desk")
    await choose("many", "Screen")
    expect(answers.many).toBeUndefined()
  })

  it("clear the others for the option that is chosen alone, and it for another", async () => {
    await show()
    for (const [label, chosen] of [
      ["Bus", ["Bus"]],
      ["Car", ["Bus", "Car"]],
      ["None", ["None"]],
      ["Car", ["Car"]],
      ["Car", undefined],
      ["None", ["None"]],
    ] as const) {
      await choose("none", label)
      expect([label, answers.none]).toEqual([label, chosen])
    }
  })

  it("take a text of up to 1,000 characters, with a warning, a counter and its message, and no answer when it is empty", async () => {
    await show({ why: "survey.answerRequired" })
    focusQuestion("why")
    const field = document.activeElement as HTMLTextAreaElement
    expect([field.tagName, field.maxLength, field.ariaLabel ?? field.getAttribute("aria-label")]).toEqual([
      "TEXTAREA",
      1000,
      "Question why",
    ])
    expect(textOf(field.getAttribute("aria-describedby"))).toMatch(/Do not write your name.*Answer this question/s)
    await type(field, "Too late")
    expect([answers.why, fieldset("why").textContent?.includes("8 / 1,000")]).toEqual(["Too late", true])
    await type(field, "")
    expect(answers.why).toBeUndefined()
  })

  it("name each group by its question, and say that it is required", async () => {
    await show()
    const legends = [...document.querySelectorAll("fieldset > legend")].map(legend => legend.textContent)
    expect(legends).toEqual([
      "1.Question one * (required)",
      "2.Question many * (required)",
      "3.Question yes",
      "4.Question mark",
      "5.Question none",
      "6.Question why * (required)",
    ])
    expect(textOf(fieldset("one").getAttribute("aria-describedby"))).toBe("In the last month")
    expect(textOf(fieldset("many").getAttribute("aria-describedby"))).toBe("You can choose more than one.")
    expect(fieldset("one").getAttribute("role")).toBe("radiogroup")
  })

  it("have words at both ends of a rating, in its names", async () => {
    await show()
    const marks = [...fieldset("mark").querySelectorAll("label")].map(label => label.textContent)
    expect(marks).toEqual(["1Lowest", "2", "3", "4", "5Highest"])
  })

  it("keep the radios of two questions apart", async () => {
    await show()
    const names = ["one", "yes", "mark"].map(id => new Set([...fieldset(id).querySelectorAll("input")].map(({ name }) => name)))
    expect(names.map(({ size }) => size)).toEqual([1, 1, 1])
    expect(new Set(names.flatMap(set => [...set])).size).toBe(3)
  })

  it("let an optional answer be taken back, and keep the focus at the question", async () => {
    await show()
    await choose("one", "Daily")
    await choose("mark", "3")
    expect(() => find("button", "Remove the answer", fieldset("one"))).toThrow()
    await click(find("button", "Remove the answer", fieldset("mark")))
    expect(answers.mark).toBeUndefined()
    expect(fieldset("mark").contains(document.activeElement)).toBe(true)
    expect(fieldset("mark").querySelectorAll("input:checked").length).toBe(0)
  })

  it("show an error at its question, and describe the group by it", async () => {
    await show({ one: "survey.answerRequired", many: { key: "rule.maxLength", params: { limit: 3 } } })
    expect(textOf(fieldset("one").getAttribute("aria-describedby"))).toBe("In the last month Answer this question.")
    expect(fieldset("one").getAttribute("aria-invalid")).toBe("true")
    expect(textOf(fieldset("many").getAttribute("aria-describedby"))).toContain("3")
    expect(fieldset("mark").getAttribute("aria-invalid")).toBeNull()
  })

  it("focus the given answer of a question, or its first choice", async () => {
    await show()
    focusQuestion("mark")
    expect(document.activeElement).toBe(fieldset("mark").querySelector("input"))
    await choose("one", "Weekly")
    focusQuestion("one")
    expect(document.activeElement).toBe(fieldset("one").querySelectorAll("input")[1])
  })
})
