import { codes } from "../core/codes"
import { after, checkEach, instant, type Message, maxLength, type Rules, required, when } from "../core/rules"

/** The words of surveys, shared by console and API (S3, decisions §5). */
export const kinds = codes("satisfaction", "engagement", "pulse", "custom")
export const statuses = codes("draft", "active", "closed", "scheduled")
export type Status = (typeof statuses.names)[number]

/** A question's type goes by its name on the wire (S3). */
export const questionTypes = ["multiple_choice", "single_choice", "yes_no", "rating"] as const
export type QuestionType = (typeof questionTypes)[number]

/** The highest mark of a rating; the lowest is 1. */
export const topRating = 5

export type Question = {
  /** The server's; stays while the words change. */
  id?: string
  text: string
  description: string
  type: QuestionType
  /** Of the two choice types: at least two different ones; the others bring their own. */
  options: string[]
  required: boolean
}

/** What is written on the wire. Dates are instants (ISO UTC), "" for none: at once, and until it is closed. */
export type SurveyDraft = {
  title: string
  description: string
  type: number
  startDate: string
  endDate: string
  questions: Question[]
  tenantIds: string[]
  departmentIds: string[]
  /** 0 keeps a draft, 2 closes, any other opens; reads give the derived number. */
  status: number
}

/** What the list shows of a survey (decisions §5). */
export type SurveyItem = {
  id: string
  tenantId: string | null
  title: string
  description: string
  type: number
  status: number
  startDate: string | null
  endDate: string | null
  questionCount: number
  responseCount: number
}

export type SurveyReport = {
  surveyId: string
  title: string
  responseCount: number
  questions: {
    id: string
    text: string
    type: QuestionType
    /** How many answered it. */
    answered: number
    options: { label: string; count: number }[]
    /** Of a rating that somebody gave. */
    average?: number
  }[]
  /** Answers by day. */
  series: { date: string; count: number }[]
}

/** Stored is what was wanted; what is shown follows from it, the dates and the time. */
export type Intent = "draft" | "active" | "closed"

export const intentOf = (status: number): Intent => {
  const name = statuses.name(status)
  return name === "draft" || name === "closed" ? name : "active"
}

/**
 * The one status of a survey at a time: an active one waits for its start and is closed from its end on.
 * @param now epoch ms
 */
export const statusAt = (
  { intent, startDate, endDate }: { intent: Intent; startDate: string | null; endDate: string | null },
  now: number,
): number => {
  if (intent !== "active") return statuses.value(intent)
  if (now >= Date.parse(endDate ?? "")) return statuses.value("closed")
  return statuses.value(now < Date.parse(startDate ?? "") ? "scheduled" : "active")
}

/** Whether people choose from options that the survey's maker wrote. */
export const hasOptions = (type: QuestionType) => type === "multiple_choice" || type === "single_choice"

const isOpen = (draft: SurveyDraft) => intentOf(draft.status) === "active"

export const rules: Rules<SurveyDraft> = {
  title: [required("survey.titleRequired"), maxLength(200)],
  description: maxLength(2000),
  startDate: instant,
  endDate: [instant, after("startDate", "rule.endBeforeStart")],
  questions: when(isOpen, required("survey.questionsRequired")),
}

export const questionRules: Rules<Question> = {
  text: [required("survey.questionRequired"), maxLength(200)],
  description: maxLength(2000),
  options: ({ type, options }) => {
    if (!hasOptions(type)) return undefined
    if (options.length < 2 || options.some(option => !option.trim())) return "survey.optionsRequired"
    if (new Set(options.map(option => option.trim())).size < options.length) return "survey.optionsTwice"
    const limit = 200
    return options.some(option => option.trim().length > limit) ? { key: "rule.maxLength", params: { limit } } : undefined
  },
}

/** What is wrong with a survey's questions, by `questions.0.text`. */
export const brokenQuestions = (draft: Pick<SurveyDraft, "questions">): Record<string, Message> =>
  checkEach("questions", questionRules, draft.questions)
