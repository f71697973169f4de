import {
  blank,
  hasOptions,
  kinds,
  maxOptions,
  maxQuestions,
  type Question,
  questionTypes,
  type SurveyDraft,
} from "../../../contract/surveys/surveys"
import { isRecord } from "../../../core/is-record"
import type { Message } from "../../../core/rules"

/** A survey as a JSON file (docs/console.md#surveys-as-files): its words and questions, without dates and who is asked. */

export type SurveyFile = Pick<SurveyDraft, "title" | "description" | "type" | "questions">

/** Bytes of a file, as of a body (docs/contract.md#limits-of-input). */
export const maxFileSize = 1024 * 1024

const format = "survey/1"

/** Returns the text of a file. Ids are left out: they belong to one stored survey. */
export const writeSurveyFile = ({ title, description, type, questions }: SurveyFile): string => {
  const written = questions.map(({ text, description, type, options, exclusive, required }) => ({
    text,
    description,
    type,
    options,
    exclusive,
    required,
  }))
  return `${JSON.stringify({ format, title, description, type, questions: written }, null, 2)}\n`
}

class FileProblem extends Error {
  constructor(readonly text: Message) {
    super()
  }
}

const refuse = (text: Message): never => {
  throw new FileProblem(text)
}

const readText = (value: unknown, limit: number, problem: Message): string => {
  if (value === undefined || value === null) return ""
  return typeof value === "string" && value.length <= limit ? value : refuse(problem)
}

const readQuestion = (raw: unknown, index: number): Question => {
  const at = (key: "survey.file.questionWrong" | "survey.file.tooManyOptions", params = {}) => ({
    key,
    params: { number: index + 1, ...params },
  })
  if (!isRecord(raw)) return refuse(at("survey.file.questionWrong"))
  const type = questionTypes.find(name => name === raw.type)
  if (!type)
    return refuse({
      key: "survey.file.typeUnknown",
      params: { number: index + 1, type: String(raw.type ?? "").slice(0, 40), known: questionTypes.join(", ") },
    })
  const given = hasOptions(type) ? (raw.options ?? []) : []
  if (!Array.isArray(given)) return refuse(at("survey.file.questionWrong"))
  if (given.length > maxOptions) return refuse(at("survey.file.tooManyOptions", { max: maxOptions }))
  if (raw.required !== undefined && typeof raw.required !== "boolean") return refuse(at("survey.file.questionWrong"))
  return {
    text: readText(raw.text, 200, at("survey.file.questionWrong")),
    description: readText(raw.description, 2000, at("survey.file.questionWrong")),
    type,
    options: given.map(option =>
      typeof option === "string" && option.length <= 200 ? option : refuse(at("survey.file.questionWrong")),
    ),
    ...(typeof raw.exclusive === "string" && raw.exclusive && { exclusive: raw.exclusive.slice(0, 200) }),
    required: raw.required ?? true,
  }
}

const readSurvey = (raw: unknown): SurveyFile => {
  if (!isRecord(raw) || !Array.isArray(raw.questions)) return refuse("survey.file.noSurvey")
  if (raw.format !== undefined && raw.format !== format) return refuse("survey.file.otherFormat")
  if (raw.questions.length === 0) return refuse("survey.file.noQuestions")
  if (raw.questions.length > maxQuestions)
    return refuse({ key: "survey.file.tooMany", params: { count: raw.questions.length, max: maxQuestions } })
  const kind = kinds.name(raw.type)
  if (raw.type !== undefined && !kind) return refuse("survey.file.textWrong")
  return {
    title: readText(raw.title, 200, "survey.file.textWrong"),
    description: readText(raw.description, 2000, "survey.file.textWrong"),
    type: kind ? kinds.value(kind) : blank.type,
    questions: raw.questions.map(readQuestion),
  }
}

/** Reads the text of a file. Unknown members are ignored; blank texts and missing options are for the form to name. */
export const readSurveyFile = (text: string): { survey: SurveyFile } | { problem: Message } => {
  try {
    return { survey: readSurvey(JSON.parse(text.replace(/^\uFEFF/, ""))) }
  } catch (error) {
    return { problem: error instanceof FileProblem ? error.text : "survey.file.notJson" }
  }
}
