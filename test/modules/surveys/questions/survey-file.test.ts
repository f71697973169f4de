import { describe, expect, it } from "vitest"
import { hasOptions, type Question, questionTypes } from "../../../../src/contract/surveys/surveys"
import { readSurveyFile, type SurveyFile, writeSurveyFile } from "../../../../src/modules/surveys/questions/survey-file"

/** Numbers from 0 to below 1 that a seed gives (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pieces = ["a", "İ", "ı", "şğ", " ", "\n", '"', "\\", "</script>", "<b>", "__proto__", "\u0000", "😀", "\u2028", "{", "1"]

/** A survey as the form may hold it, unfinished questions included. */
const anySurvey = (seed: number): SurveyFile => {
  const random = randomFrom(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const text = (most: number) => Array.from({ length: upTo(most) }, () => pieces[upTo(pieces.length - 1)] ?? "").join("")
  const question = (): Question => {
    const type = questionTypes[upTo(questionTypes.length - 1)] ?? "rating"
    const options = hasOptions(type) ? Array.from({ length: upTo(50) }, () => text(10)) : []
    const exclusive = type === "multiple_choice" && random() < 0.5 && options.find(Boolean)
    return { text: text(12), description: text(40), type, options, ...(exclusive && { exclusive }), required: random() < 0.5 }
  }
  return {
    title: text(12),
    description: text(40),
    type: upTo(3),
    questions: Array.from({ length: 1 + upTo(seed % 10 === 0 ? 99 : 8) }, question),
  }
}

const problemOf = (content: unknown) => {
  const result = readSurveyFile(typeof content === "string" ? content : JSON.stringify(content))
  if (!("problem" in result)) return undefined
  return typeof result.problem === "string" ? result.problem : result.problem.key
}
const rating = { text: "Soru", type: "rating" }
const choice = { text: "Soru", type: "single_choice", options: ["a", "b"] }

describe("a survey as a file", () => {
  it("comes back as it was, for 500 surveys", () => {
    for (let seed = 1; seed <= 500; seed++) {
      const survey = anySurvey(seed)
      expect(readSurveyFile(writeSurveyFile(survey)), `seed ${seed}`).toEqual({ survey })
    }
  })

  it("has the words of the wire and no id", () => {
    const text = writeSurveyFile({ title: "Ad", description: "", type: 2, questions: [{ ...rating, id: "7" } as Question] })
    expect(text).toContain('"type": "rating"')
    expect(text).not.toContain('"id"')
  })

  it.each<[string, unknown, string | undefined]>([
    ["no JSON", "Merhaba", "survey.file.notJson"],
    ["a web page", "<!doctype html><p>Anket</p>", "survey.file.notJson"],
    ["an empty file", "", "survey.file.notJson"],
    ["a cut file", writeSurveyFile(anySurvey(3)).slice(0, -10), "survey.file.notJson"],
    ["null", null, "survey.file.noSurvey"],
    ["a list", [rating], "survey.file.noSurvey"],
    ["no questions member", { title: "Ad" }, "survey.file.noSurvey"],
    [
      "questions under the prototype's key",
      '{"__proto__": {"questions": [{"text": "a", "type": "rating"}]}}',
      "survey.file.noSurvey",
    ],
    ["another format", { format: "survey/2", questions: [rating] }, "survey.file.otherFormat"],
    ["no question", { questions: [] }, "survey.file.noQuestions"],
    ["100 questions", { questions: Array(100).fill(rating) }, undefined],
    ["200 questions", { questions: Array(200).fill(rating) }, "survey.file.tooMany"],
    ["a type that is a number", { questions: [{ text: "a", type: 3 }] }, "survey.file.typeUnknown"],
    ["an unknown type", { questions: [rating, { text: "a", type: "essay" }] }, "survey.file.typeUnknown"],
    ["a type of the prototype", { questions: [{ text: "a", type: "constructor" }] }, "survey.file.typeUnknown"],
    ["a question that is a text", { questions: ["Soru"] }, "survey.file.questionWrong"],
    ["a text that is a number", { questions: [{ text: 5, type: "rating" }] }, "survey.file.questionWrong"],
    ["a text of 201 characters", { questions: [{ text: "a".repeat(201), type: "rating" }] }, "survey.file.questionWrong"],
    ["options that are a text", { questions: [{ ...choice, options: "a, b" }] }, "survey.file.questionWrong"],
    ["an option that is an object", { questions: [{ ...choice, options: ["a", {}] }] }, "survey.file.questionWrong"],
    ["51 options", { questions: [{ ...choice, options: Array(51).fill("a") }] }, "survey.file.tooManyOptions"],
    ["required as a text", { questions: [{ ...rating, required: "no" }] }, "survey.file.questionWrong"],
    ["a title that is too long", { title: "a".repeat(201), questions: [rating] }, "survey.file.textWrong"],
    ["an unknown type of survey", { type: 9, questions: [rating] }, "survey.file.textWrong"],
    ["a byte order mark", `\uFEFF${JSON.stringify({ questions: [rating] })}`, undefined],
    ["nothing but questions", { questions: [rating, choice] }, undefined],
  ])("%s: %s", (_name, content, problem) => {
    expect(problemOf(content)).toBe(problem)
  })

  it("takes HTML as the text that it is, and nothing of unknown members", () => {
    const html = "<img src=x onerror=alert(1)>"
    const content = {
      title: html,
      questions: [{ ...choice, text: html, options: [html, "b"], id: "9", isAdmin: true }],
      tenantIds: ["1"],
    }
    expect(readSurveyFile(JSON.stringify(content))).toEqual({
      survey: {
        title: html,
        description: "",
        type: 0,
        questions: [{ text: html, description: "", type: "single_choice", options: [html, "b"], required: true }],
      },
    })
  })

  it("drops options of a type that has none", () => {
    expect(readSurveyFile(JSON.stringify({ questions: [{ ...rating, options: ["a"] }] }))).toMatchObject({
      survey: { questions: [{ options: [] }] },
    })
  })
})
