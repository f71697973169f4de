import { inUtc } from "../../core/dates/dates"
import { isRecord } from "../../core/is-record"
import { isEmpty, type Message } from "../../core/rules"
import { withDefaults } from "../record"
import { maxAnswerLength, type Question, questionTypes, type Survey, topRating } from "./surveys"

/** Invitations to a survey and the answers of respondents (docs/contract.md#survey-answers). */

/**
 * The answer to one question: the chosen option's text (`single_choice`), the chosen options' texts (`multiple_choice`),
 * `true` for yes (`yes_no`), the mark (`rating`), or what was written (`text`). An answer keeps its words when an option is reworded later.
 */
export type AnswerValue = string | string[] | boolean | number

/** The body of `POST /survey/{id}/answers`. Questions without an answer are left out. */
export type AnswersBody = { token: string; answers: { questionId: string; value: AnswerValue }[] }

const respondentStates = ["open", "answered", "notYet", "closed"] as const
/** What a respondent token can be used for now. */
export type RespondentState = (typeof respondentStates)[number]

/** A question as a respondent sees it. */
export type RespondentQuestion = Question & { id: string }

type Offer = Pick<RespondentQuestion, "type" | "options" | "exclusive">

const isAnswerTo = ({ type, options, exclusive }: Offer, value: unknown): boolean => {
  switch (type) {
    case "single_choice":
      return typeof value === "string" && options.includes(value)
    case "multiple_choice":
      return (
        Array.isArray(value) &&
        new Set(value).size === value.length &&
        value.every(option => options.includes(option as string)) &&
        (value.length < 2 || !value.includes(exclusive))
      )
    case "yes_no":
      return typeof value === "boolean"
    case "rating":
      return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= topRating
    case "text":
      return typeof value === "string"
  }
}

/**
 * Returns the errors of a respondent's answers by question id, in the order of the questions: a required question without an
 * answer, a value that the question does not offer, an answer to a question that the survey does not have.
 * @param answers values by question id; undefined, an empty list and a blank text are no answer
 */
export const answerErrors = (
  questions: readonly (Offer & Pick<RespondentQuestion, "id" | "required">)[],
  answers: Readonly<Record<string, unknown>>,
): Record<string, Message> => {
  const errors: Record<string, Message> = {}
  for (const question of questions) {
    const value = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined
    if (isEmpty(value)) {
      if (question.required) errors[question.id] = "survey.answerRequired"
    } else if (question.type === "text" && typeof value === "string" && value.length > maxAnswerLength)
      errors[question.id] = { key: "rule.maxLength", params: { limit: maxAnswerLength } }
    else if (!isAnswerTo(question, value)) errors[question.id] = "survey.answerInvalid"
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
  /** The survey's company, or the only one that the platform asks; null for a survey of the platform for more. */
  company: { name: string; logo: string; primaryColor: string; secondaryColor: string } | null
  /** *ext.* The token is one of a test mail: answers are not stored. */
  isTest: boolean
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "")

const respondentQuestionOf = (raw: unknown): RespondentQuestion[] => {
  if (!isRecord(raw)) return []
  const type = questionTypes.find(known => known === raw.type)
  if (!type || raw.id === undefined) return []
  return [
    {
      id: String(raw.id),
      text: textOf(raw.text),
      description: textOf(raw.description),
      type,
      options: Array.isArray(raw.options) ? raw.options.filter(option => typeof option === "string") : [],
      ...(typeof raw.exclusive === "string" && { exclusive: raw.exclusive }),
      required: raw.required !== false,
    },
  ]
}

/**
 * Reads what a respondent is shown; missing members take their defaults (docs/contract.md#missing-members). Questions of an
 * unknown type, which nothing on the page could answer, are left out. Without a known state a survey with questions is open.
 */
export const respondentSurveyOf = (raw: Readonly<Record<string, unknown>>): RespondentSurvey => {
  const questions = Array.isArray(raw.questions) ? raw.questions.flatMap(respondentQuestionOf) : []
  const { company } = raw
  return {
    id: String(raw.id ?? ""),
    title: textOf(raw.title),
    description: textOf(raw.description),
    startDate: inUtc(textOf(raw.startDate)),
    endDate: inUtc(textOf(raw.endDate)),
    state: respondentStates.find(known => known === raw.state) ?? (questions.length ? "open" : "closed"),
    questions,
    isTest: raw.isTest === true,
    company: isRecord(company)
      ? {
          name: textOf(company.name),
          logo: textOf(company.logo),
          primaryColor: textOf(company.primaryColor),
          secondaryColor: textOf(company.secondaryColor),
        }
      : null,
  }
}

/** Largest number of invitations that one call makes. */
export const maxInvitationBatch = 500

/** The body of `POST /survey/{id}/invitations`. No departments: those of the survey, or everybody. */
export type InvitationsBody = {
  departmentIds?: string[]
  mail?: boolean
  /** *ext.* One person, always by mail. */
  userId?: string
  /** *ext.* The `next` of the batch before. */
  after?: string
}

/**
 * The next batch of invitations: one for each of at most {@link maxInvitationBatch} active people who had none.
 * `tokens` is empty when they were mailed; about `remaining` people are left for further calls, 0 only when nobody is. With `next`
 * the next batch is found without reading again whom this one, and those before, had.
 */
export type InvitationBatch = {
  tokens: { token: string; departmentName: string }[]
  invited: number
  mailed: number
  remaining: number
  next?: string
}

/** A person whose mail server refused the invitation for good, and who is not invited. */
export type Unreached = { name: string; email: string }

/** Why a planned reminder was not sent. `limit`: two were sent before; `recent`: one within three days; `mails`: too few of the day. */
export const reminderSkips = ["notOpen", "limit", "recent", "nobody", "mails", "late"] as const
export type ReminderSkip = (typeof reminderSkips)[number]

/** A planned reminder that is not sent: its day, the instant at which it is sent, null before the first invitations, or was skipped. */
export type PlannedReminder = { day: number; at: string | null; skipped?: ReminderSkip }

/**
 * Reminders of a survey. `mails`: how many a reminder sends at most, known without knowing who answered; `nextAt`: the instant from
 * which the next one may be sent, null when none follows. `planned` (*ext.*): those of the survey's `reminderDays` that were not sent.
 */
export type Reminders = { sentAt: string[]; mails: number; nextAt: string | null; planned?: PlannedReminder[] }

/**
 * Counts of a survey's invitations; `answered` of them are used. `inGroups` (*ext.*): whether answers are counted in groups of
 * five since a small invitation; a server without it does not invite one person. Without `reminders` the server sends none.
 */
export type InvitationCounts = {
  people: number
  invited: number
  answered: number
  unreached?: Unreached[]
  inGroups?: boolean
  reminders?: Reminders
}

/** Reads a batch of invitations from the wire. */
export const invitationBatchOf = (raw: object): InvitationBatch =>
  withDefaults<InvitationBatch>({ tokens: [], invited: 0, mailed: 0, remaining: 0 }, {})(raw)
