import type { QuestionType } from "./surveys"

/** The report of a survey (docs/contract.md#survey-report). */

/**
 * Smallest group whose answers are shown. Answers enter a report in lots of at least this many from one department, so that
 * no difference between two reports (by department, by date, or by the time of reading) shows a smaller group.
 */
export const smallestGroup = 5

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
  /** *ext.* Departments that have a report of their own, with the number of their answers, for the filter. */
  departments?: { id: string; name: string; count: number }[]
}

/** The query of `GET /survey/report/{id}`; dates are days, both included. */
export type ReportQuery = { departmentId?: string; from?: string; to?: string }
