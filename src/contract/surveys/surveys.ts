import { codes } from "../../core/codes"
import * as field from "../../core/fields"
import { after, isEmpty, type Message, maxLength, type Rules, required, validateEach, when } from "../../core/rules"
import { cleanLine } from "../../core/text/clean-text"
import { entriesOf, ownedFields, recordReader, type StoredMembers, textOf, withDefaults } from "../record"

/** Surveys: record, codes, rules and status (docs/contract.md#surveys). */

/** Values of `type`. */
export const kinds = codes("satisfaction", "engagement", "pulse", "custom")
export const statuses = codes("draft", "active", "closed", "scheduled")
export type Status = (typeof statuses.names)[number]

/** Types of a question; names, not numbers, on the wire (docs/contract.md#survey-record). */
export const questionTypes = ["multiple_choice", "single_choice", "yes_no", "rating", "text"] as const
export type QuestionType = (typeof questionTypes)[number]

/** Number of questions of a survey, and of options of a question (docs/contract.md#survey-record). */
export const maxQuestions = 100
export const maxOptions = 50

/** Characters of an answer to an open question (`text`, *ext.*). */
export const maxAnswerLength = 1000

/** Highest mark of a rating; the lowest is 1. */
export const topRating = 5

export type Question = {
  /** Assigned by the server; unchanged while the text changes. */
  id?: string
  text: string
  description: string
  type: QuestionType
  /** At least two different options for the choice types; empty for the other types. */
  options: string[]
  /** *ext.* The option of a multiple choice that is chosen alone, such as "None of these". */
  exclusive?: string
  required: boolean
}

/**
 * The writable members, in the order of the form. "" as start means at once, as end until it is closed. `reminderDays` (*ext.*): after so many days reminders are planned. `status`: written 0 draft,
 * 2 closed, any other number active; read the derived status.
 */
export const fields = {
  title: field.text(200, "survey.titleRequired"),
  description: field.text(2000),
  type: field.code(kinds, "satisfaction", { isRequired: true }),
  questions: field.special<Question[]>([]),
  startDate: field.instantAt(),
  endDate: field.instantAt(),
  tenantIds: field.companies(),
  departmentIds: field.departments(),
  reminderDays: field.special<number[]>([]),
  status: field.code(statuses, "draft"),
}

export type SurveyDraft = field.DraftOf<typeof fields>

/** What the server adds. */
export const added = { questionCount: field.count(), responseCount: field.count(), approval: field.name() }

/** A survey as the API returns it. `status` is the one at the time of the answer. */
export type Survey = SurveyDraft & StoredMembers & field.DraftOf<typeof added>

/** A survey in a list. */
export type SurveyItem = Omit<Survey, "questions" | "tenantIds" | "departmentIds" | "reminderDays">

/** With the owner's name, which a server may leave out (docs/contract.md#ids). */
export type Named<S> = S & { tenantName: string }

/** Returns whether a question of this type has its own options. */
export const hasOptions = (type: QuestionType) => type === "multiple_choice" || type === "single_choice"

const isOpen = ({ status }: SurveyDraft) => !["draft", "closed"].includes(statuses.name(status) ?? "")

export const { blank, rules, draftOf } = field.draftsOf(fields, {
  endDate: after("startDate", "rule.endBeforeStart"),
  questions: [
    when(isOpen, required("survey.questionsRequired")),
    ({ questions }) =>
      questions.length > maxQuestions ? { key: "survey.questionsFull", params: { max: maxQuestions } } : undefined,
  ],
})

export const questionRules: Rules<Question> = {
  text: [required("survey.questionRequired"), maxLength(200)],
  description: maxLength(2000),
  options: ({ type, options }) => {
    if (!hasOptions(type)) return undefined
    if (options.length < 2 || options.some(isEmpty)) return "survey.optionsRequired"
    if (new Set(options.map(cleanLine)).size < options.length) return "survey.optionsTwice"
    const limit = 200
    return options.some(option => cleanLine(option).length > limit) ? { key: "rule.maxLength", params: { limit } } : undefined
  },
  exclusive: ({ type, options, exclusive }) =>
    type === "multiple_choice" && exclusive && !options.some(option => cleanLine(option) === cleanLine(exclusive))
      ? "survey.exclusiveUnknown"
      : undefined,
}

/** Returns the errors of a survey's questions by path, such as `questions.0.text`. @param stored the stored survey of a change */
export const questionErrors = (
  draft: Pick<SurveyDraft, "questions">,
  stored?: Pick<SurveyDraft, "questions">,
): Record<string, Message> => validateEach("questions", questionRules, draft.questions, stored?.questions)

const withQuestionDefaults = withDefaults<Question>(
  { text: "", description: "", type: "single_choice", options: [], required: true },
  {},
)

const readQuestion = (raw: object): Question => {
  const { id, exclusive, ...question } = withQuestionDefaults(raw)
  const options = question.options.filter(option => typeof option === "string")
  return {
    ...question,
    options,
    ...(textOf(exclusive) && { exclusive: textOf(exclusive) }),
    ...(textOf(id) && { id: textOf(id) }),
  }
}

const others = { ...ownedFields, ...added }

/** Reads a survey of a list from the wire. */
export const surveyItemOf = recordReader<Named<SurveyItem>>(
  field.omitFields(fields, "questions", "tenantIds", "departmentIds", "reminderDays"),
  others,
)

const readSurvey = recordReader<Named<Survey>>(fields, others)

/** Reads a survey from the wire. Missing counts of questions are taken from the questions. */
export const surveyOf = (raw: object): Named<Survey> => {
  const survey = readSurvey(raw)
  const questions = entriesOf(survey.questions, readQuestion)
  const reminderDays = survey.reminderDays.filter(day => typeof day === "number")
  return { ...survey, questions, reminderDays, questionCount: survey.questionCount ?? questions.length }
}

/**
 * Returns a question as it is sent: without blank options, and without any where its type has none. The options of an unknown
 * type stay.
 */
export const writtenQuestion = ({ exclusive, ...others }: Question): Question => {
  const question = { ...others, ...(exclusive && others.type === "multiple_choice" && { exclusive }) }
  if (hasOptions(question.type)) return { ...question, options: question.options.filter(option => option.trim()) }
  return questionTypes.includes(question.type) ? { ...question, options: [] } : question
}

/** Returns the body of a create or update call; a missing date is null on the wire. */
export const bodyOf = (draft: SurveyDraft) => ({
  ...draft,
  startDate: draft.startDate || null,
  endDate: draft.endDate || null,
  questions: draft.questions.map(writtenQuestion),
})

/** Seconds to read a character, to weigh an option, and to answer. */
const secondsPer = { character: 1 / 15, option: 1, answer: 4 }

/** Returns how long an employee is likely to take for the questions, in whole minutes, at least 1. */
export const estimatedMinutes = (questions: readonly Pick<Question, "text" | "description" | "options">[]): number => {
  const seconds = questions.reduce((sum, { text, description, options }) => {
    const characters = text.length + description.length + options.join("").length
    return sum + characters * secondsPer.character + options.length * secondsPer.option + secondsPer.answer
  }, 0)
  return Math.max(1, Math.round(seconds / 60))
}
