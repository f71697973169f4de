import { type Question, type QuestionType, questionTypes } from "../../../contract/surveys/surveys"
import type { Language } from "../../../core/text/i18n"

export const tones = ["neutral", "friendly", "formal"] as const
export type Tone = (typeof tones)[number]

/** What a survey is generated from. */
export type SurveyRequest = {
  topic: string
  /** Who is asked, in the person's own words; may be empty. */
  audience: string
  tone: Tone
  /** Of the survey; independent of the screen's. */
  language: Language
  types: QuestionType[]
  count: number
}

/** The types of question that are generated: those whose answers are chosen. */
export const generatedTypes = questionTypes.filter(type => type !== "text")

export type GeneratedSurvey = { title: string; description: string; questions: Question[] }

export const defaultCount = 5
export const maxCount = 15

/** The number of questions that a request asks for: the default when missing or below 1, at most {@link maxCount}. */
export const countOf = (count: number | null): number =>
  Math.min(maxCount, count !== null && count >= 1 ? Math.floor(count) : defaultCount)
