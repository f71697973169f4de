import { hasOptions, type Question, type QuestionType } from "../../../contract/surveys/surveys"
import { isRecord } from "../../../core/is-record"
import { plainText } from "../../../core/text/plain-text"
import { listIn, uniqueTexts } from "./repair"
import { type GeneratedSurvey, generatedTypes, maxCount, type SurveyRequest } from "./survey-request"
import { defaultOptions } from "./survey-template"
import type { Texts } from "./texts"

/** Validates and repairs a survey that the AI wrote, field by field (docs/contract.md#ai-content). */

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "")

/** Reads a type however it is spelled, such as `multipleChoice` or `yes/no`; an unknown one is `single_choice`. */
const typeOf = (given: unknown): QuestionType =>
  generatedTypes.find(type => lettersOf(type) === lettersOf(plainText(given, 40))) ?? "single_choice"

const optionTexts = (given: unknown): string[] => {
  const list = typeof given === "string" ? given.split(/[\n;|]/) : Array.isArray(given) ? given : []
  return uniqueTexts(
    list.map(option => plainText(isRecord(option) ? (option.text ?? option.label ?? option.value) : option, 200)),
  )
}

/** Changes a type that was not asked for into one that was, where the answers stay the same kind; undefined when none fits. */
const wantedType = (type: QuestionType, types: readonly QuestionType[]): QuestionType | undefined =>
  types.includes(type) ? type : hasOptions(type) ? types.find(hasOptions) : undefined

const questionOf = (given: unknown, { types }: SurveyRequest, texts: Texts): Question[] => {
  const raw = isRecord(given) ? given : { text: given }
  const text = plainText(raw.text ?? raw.question ?? raw.title, 200)
  const type = wantedType(typeOf(raw.type), types)
  if (!text || !type) return []
  const found = hasOptions(type) ? optionTexts(raw.options ?? raw.choices).slice(0, 20) : []
  const options = hasOptions(type) && found.length < 2 ? defaultOptions(texts) : found
  return [{ text, description: plainText(raw.description, 500), type, options, required: true }]
}

/** @returns undefined when no question is left */
export const repairSurvey = (json: unknown, request: SurveyRequest, texts: Texts): GeneratedSurvey | undefined => {
  const { holder, list } = listIn(json, "questions")
  const all = list.slice(0, 200).flatMap(question => questionOf(question, request, texts))
  const first = new Set(uniqueTexts(all.map(({ text }) => text)))
  const questions = all.filter(({ text }) => first.delete(text)).slice(0, Math.min(request.count, maxCount))
  if (!questions.length) return undefined
  return {
    title: plainText(holder.title, 200) || plainText(request.topic, 200),
    description: plainText(holder.description, 2000),
    questions,
  }
}
