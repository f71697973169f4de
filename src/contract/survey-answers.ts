import { isEmpty, type Message } from "../core/rules"
import { withDefaults } from "./record"
import { type QuestionType, type Survey, topRating } from "./surveys"

/** Invitations to a survey and the answers of respondents (docs/contract.md#survey-answers). */

/**
 * The answer to one question: the chosen option's text (`single_choice`), the chosen options' texts (`multiple_choice`),
 * `true` for yes (`yes_no`), or the mark (`rating`). An answer keeps its words when an option is reworded later.
 */
export type AnswerValue = string | string[] | boolean | number

/** The body of `POST /survey/{id}/answers`. Questions without an answer are left out. */
export type AnswersBody = { token: string; answers: { questionId: string; value: AnswerValue }[] }

/** What a respondent token can be used for now. */
export type RespondentState = "open" | "answered" | "notYet" | "closed"

/** A question as a respondent sees it. */
export type RespondentQuestion = {
  id: string
  text: string
  description: string
  type: QuestionType
  options: string[]
  required: boolean
}

const isAnswerTo = ({ type, options }: Pick<RespondentQuestion, "type" | "options">, value: unknown): boolean => {
  switch (type) {
    case "single_choice":
      return typeof value === "string" && options.includes(value)
    case "multiple_choice":
      return (
        Array.isArray(value) && new Set(value).size === value.length && value.every(option => options.includes(option as string))
      )
    case "yes_no":
      return typeof value === "boolean"
    case "rating":
      return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= topRating
  }
}

/**
 * Returns the errors of a respondent's answers by question id, in the order of the questions: a required question without an
 * answer, a value that the question does not offer, an answer to a question that the survey does not have.
 * @param answers values by question id; undefined, an empty list and a blank text are no answer
 */
export const answerErrors = (
  questions: readonly Pick<RespondentQuestion, "id" | "type" | "options" | "required">[],
  answers: Readonly<Record<string, unknown>>,
): Record<string, Message> => {
  const errors: Record<string, Message> = {}
  for (const question of questions) {
    const value = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined
    if (isEmpty(value)) {
      if (question.required) errors[question.id] = "survey.answerRequired"
    } else if (!isAnswerTo(question, value)) errors[question.id] = "survey.answerInvalid"
  }
  const known = new Set(questions.map(({ id }) => id))
  for (const [id, value] of Object.entries(answers))
    if (!known.has(id) && value !== undefined) errors[id] = "survey.answerUnknown"
  return errors
}

/** The value of `GET /go/survey/{token}`: what the public answering page shows. No questions unless `state` is `open`. */
export type RespondentSurvey = Pick<Survey, "id" | "title" | "description" | "startDate" | "endDate"> & {
  state: RespondentState
  questions: RespondentQuestion[]
  /** The survey's company; null for a survey of the platform. */
  company: { name: string; logo: string; primaryColor: string; secondaryColor: string } | null
}

/** Largest number of invitations that one call makes. */
export const maxInvitationLot = 500

/** The body of `POST /survey/{id}/invitations`. No departments: those of the survey, or everybody. */
export type InvitationsBody = { departmentIds?: string[]; mail?: boolean }

/**
 * The next lot of invitations: one for each of at most {@link maxInvitationLot} active people who had none.
 * `tokens` is empty when they were mailed; `remaining` people are left for further calls.
 */
export type InvitationLot = {
  tokens: { token: string; departmentName: string }[]
  invited: number
  mailed: number
  remaining: number
}

/** Counts of a survey's invitations; `answered` of them are used. */
export type InvitationCounts = { people: number; invited: number; answered: number }

/** Reads a lot of invitations from the wire. */
export const invitationLotOf = (raw: object): InvitationLot =>
  withDefaults<InvitationLot>({ tokens: [], invited: 0, mailed: 0, remaining: 0 }, {})(raw)
