import { isDay } from "../../core/dates/dates"
import { isRecord } from "../../core/is-record"
import { type QuestionType, questionTypes, topRating } from "./surveys"

/** The report of a survey (docs/contract.md#survey-report). */

/**
 * Smallest group whose answers are shown. Answers enter a report in groups of at least this many from one department, so that
 * no difference between two reports (by department, by date, or by the time of reading) shows a smaller group.
 */
export const smallestGroup = 5

/** Somebody who was entered, or got another e-mail address, within so many days before a survey counts as a newcomer. */
export const newcomerDays = 14

/** Smallest group of newcomers that is shown: as a whole, in no department and on no day. */
export const smallestNewcomerGroup = 20

/** *ext.* What a report would show of a survey that is published and sent now (docs/contract.md#survey-report). */
export type ReportOutlook = {
  /** How many people are asked, and how many of them are newcomers. */
  people: number
  newcomers: number
  /**
   * `departments`: groups of departments; there are few newcomers. `whole`: the newcomers make a group of their own. `joined`: they
   * are shown with others only. `none`: they are not shown.
   */
  report: "departments" | "whole" | "joined" | "none"
  /** The first day from which a survey that begins and is sent then shows departments; null when it does now. */
  departmentsFrom: string | null
}

export type ReportOption = {
  label: string
  count: number
  /** *ext.* The option was reworded or removed after these answers. */
  isFormer?: boolean
}

export type ReportQuestion = {
  id: string
  text: string
  type: QuestionType
  /** Number of people who answered it. */
  answered: number
  options: ReportOption[]
  /** Present for ratings with at least one answer. */
  average?: number
}

export type SurveyReport = {
  surveyId: string
  title: string
  /** Number of answers in this report: after the filters, without those that wait. */
  responseCount: number
  questions: ReportQuestion[]
  /** Number of answers by the day on which they entered the report (`YYYY-MM-DD`), ascending, days without answers left out. */
  series: { date: string; count: number }[]
  /** *ext.* Answers that wait until their group is large enough to be shown. */
  waiting?: number
  /** *ext.* How many of the answers that wait are of newcomers. */
  waitingNewcomers?: number
  /** *ext.* How many answers of this report are of newcomers. */
  newcomers?: number
  /** *ext.* How many answers of this report are in no department and on no day. */
  undated?: number
  /** *ext.* Departments that have a report of their own, with the number of their answers, for the filter. */
  departments?: { id: string; name: string; count: number }[]
}

/** The query of `GET /survey/report/{id}`; dates are days, both included. */
export type ReportQuery = { departmentId?: string; from?: string; to?: string }

type Raw = Record<string, unknown>

/** Returns a member by its name in camelCase, sent in camelCase or PascalCase. */
const member = (raw: Raw, name: string): unknown => raw[name] ?? raw[name.charAt(0).toUpperCase() + name.slice(1)]

const recordsOf = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value).trim() : "")

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}
/** A count is a whole number from 0. */
const countOf = (value: unknown): number => Math.max(0, Math.round(numberOf(value) ?? 0))

/** Returns the object with `questions` below any number of `value`; undefined when there is none. */
const unwrap = (raw: unknown): Raw | undefined => {
  let at = raw
  while (isRecord(at)) {
    if (Array.isArray(member(at, "questions"))) return at
    at = member(at, "value")
  }
  return undefined
}

/** Reads `MultipleChoice` and `multiple-choice` like `multiple_choice`; an unknown type is shown like `single_choice`. */
const typeOf = (value: unknown): QuestionType => {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "")
  return questionTypes.find(type => plain(type) === plain(textOf(value))) ?? "single_choice"
}

const optionsOf = (value: unknown): ReportOption[] =>
  recordsOf(value).flatMap(raw => {
    const label = textOf(member(raw, "label") ?? member(raw, "text"))
    const isFormer = member(raw, "isFormer") === true
    return label ? [{ label, count: countOf(member(raw, "count")), ...(isFormer && { isFormer }) }] : []
  })

/** Returns the marks 1 to {@link topRating} in order, also those without an answer; other labels follow. */
const marksOf = (options: readonly ReportOption[]): ReportOption[] => {
  const marks = Array.from({ length: topRating }, (_, at) => String(at + 1))
  return [
    ...marks.map(label => options.find(option => option.label === label) ?? { label, count: 0 }),
    ...options.filter(({ label }) => !marks.includes(label)),
  ]
}

const sumOf = (options: readonly ReportOption[]) => options.reduce((total, { count }) => total + count, 0)

/** Returns the mean of the marks; undefined without an answer. */
const averageOf = (options: readonly ReportOption[]): number | undefined => {
  const marks = options.filter(({ label }) => numberOf(label) !== undefined)
  const total = sumOf(marks)
  return total ? marks.reduce((sum, { label, count }) => sum + Number(label) * count, 0) / total : undefined
}

const questionOf = (raw: Raw, at: number, responseCount: number | undefined): ReportQuestion => {
  const type = typeOf(member(raw, "type"))
  const sent = type === "text" ? [] : optionsOf(member(raw, "options"))
  const options = type === "rating" && sent.length ? marksOf(sent) : sent
  const largest = Math.max(0, ...options.map(({ count }) => count))
  // Several options of a multiple choice come from one person.
  const fallback = type === "multiple_choice" ? Math.max(largest, responseCount ?? 0) : sumOf(options)
  const average = type === "rating" ? (numberOf(member(raw, "average")) ?? averageOf(options)) : undefined
  const answered = numberOf(member(raw, "answered"))
  return {
    id: textOf(member(raw, "id")) || String(at + 1),
    text: textOf(member(raw, "text")),
    type,
    answered: answered === undefined ? fallback : Math.max(countOf(answered), largest),
    options,
    ...(average !== undefined && { average }),
  }
}

const seriesOf = (value: unknown): SurveyReport["series"] => {
  const counts = new Map<string, number>()
  for (const raw of recordsOf(value)) {
    const date = textOf(member(raw, "date")).slice(0, 10)
    const count = countOf(member(raw, "count"))
    if (count && isDay(date) && !Number.isNaN(Date.parse(date))) counts.set(date, (counts.get(date) ?? 0) + count)
  }
  return [...counts].map(([date, count]) => ({ date, count })).sort((a, b) => (a.date < b.date ? -1 : 1))
}

const departmentsOf = (value: unknown): NonNullable<SurveyReport["departments"]> =>
  recordsOf(value).flatMap(raw => {
    const id = textOf(member(raw, "id"))
    return id ? [{ id, name: textOf(member(raw, "name")) || id, count: countOf(member(raw, "count")) }] : []
  })

/**
 * Reads a report from the wire: below any number of `value`, with members in either case, and with what is missing counted
 * from the rest (docs/contract.md#survey-report).
 * @returns undefined when there is no report
 */
export const surveyReportOf = (raw: unknown): SurveyReport | undefined => {
  const report = unwrap(raw)
  if (!report) return undefined
  const total = numberOf(member(report, "responseCount"))
  const questions = recordsOf(member(report, "questions")).map((question, at) => questionOf(question, at, total))
  const waiting = countOf(member(report, "waiting"))
  const waitingNewcomers = countOf(member(report, "waitingNewcomers"))
  const newcomers = countOf(member(report, "newcomers"))
  const undated = countOf(member(report, "undated"))
  const departments = member(report, "departments")
  return {
    surveyId: textOf(member(report, "surveyId")),
    title: textOf(member(report, "title")),
    responseCount: total === undefined ? Math.max(0, ...questions.map(({ answered }) => answered)) : countOf(total),
    questions,
    series: seriesOf(member(report, "series")),
    ...(waiting > 0 && { waiting }),
    ...(waitingNewcomers > 0 && { waitingNewcomers }),
    ...(newcomers > 0 && { newcomers }),
    ...(undated > 0 && { undated }),
    ...(Array.isArray(departments) && { departments: departmentsOf(departments) }),
  }
}
