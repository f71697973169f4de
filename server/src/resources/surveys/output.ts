import { and, getTableColumns, isNull, type SQL, sql } from "drizzle-orm"
import { type SurveyItem, type SurveyReport, statusAt, statuses, topRating } from "../../../../src/contract/surveys"
import type { Language } from "../../../../src/core/i18n"
import { offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { type Question, surveys as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import { say } from "../../http/messages"

/** A stored survey: who sees it, what leaves of it, and its status as a condition. */
type Row = typeof table.$inferSelect

const { questions, ...listed } = getTableColumns(table)
const questionCount = sql<number>`jsonb_array_length(${table.questions})`
type Listed = Omit<Row, "questions"> & { questionCount: number }

/** A list counts the questions (decisions §5). */
export const items = (db: Database) => db.select({ ...listed, questionCount }).from(table)

export const presentItem = (row: Listed, now: number) => {
  const dates = { startDate: row.startDate?.toISOString() ?? null, endDate: row.endDate?.toISOString() ?? null }
  const item: SurveyItem = {
    id: row.id,
    tenantId: row.tenantId,
    title: row.title,
    description: row.description,
    type: row.type,
    status: statusAt({ intent: row.intent, ...dates }, now),
    ...dates,
    questionCount: row.questionCount,
    responseCount: row.responseCount,
  }
  return { ...item, createdDate: row.createdAt.toISOString(), updatedDate: row.updatedAt.toISOString() }
}

export const present = (row: Row, actor: Actor, now: number) => ({
  ...presentItem({ ...row, questionCount: row.questions.length }, now),
  questions: row.questions,
  tenantIds: offeredTo(actor, row),
  departmentIds: row.departmentIds,
})

const labelsOf = ({ type, options }: Question, language: Language): string[] => {
  if (type === "yes_no") return [say(language, "survey.yes"), say(language, "survey.no")]
  if (type === "rating") return Array.from({ length: topRating }, (_, at) => String(at + 1))
  return options
}

/** The report of a survey that nobody has answered (decisions §5). */
export const reportOf = (row: Row, language: Language): SurveyReport => ({
  surveyId: row.id,
  title: row.title,
  responseCount: row.responseCount,
  questions: row.questions.map(question => ({
    id: question.id,
    text: question.text,
    type: question.type,
    answered: 0,
    options: labelsOf(question, language).map(label => ({ label, count: 0 })),
  })),
  series: [],
})

export const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** The derived status in SQL; a property test holds it to `statusAt`. */
export const statusSql = (now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  const value = (name: (typeof statuses.names)[number]) => sql.raw(String(statuses.value(name)))
  return sql<number>`case when ${table.intent} = 'draft' then ${value("draft")}
    when ${table.intent} = 'closed' or ${table.endDate} <= ${at} then ${value("closed")}
    when ${table.startDate} > ${at} then ${value("scheduled")}
    else ${value("active")} end`
}

/** The same as conditions, which indexes serve. */
export const hasStatus = (status: number, now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  const hasNotEnded = sql`(${table.endDate} is null or ${table.endDate} > ${at})`
  switch (statuses.name(status)) {
    case "draft":
      return sql`${table.intent} = 'draft'`
    case "closed":
      return sql`(${table.intent} = 'closed' or ${table.intent} = 'active' and ${table.endDate} <= ${at})`
    case "scheduled":
      return sql`${table.intent} = 'active' and ${hasNotEnded} and ${table.startDate} > ${at}`
    case "active":
      return sql`${table.intent} = 'active' and ${hasNotEnded} and (${table.startDate} is null or ${table.startDate} <= ${at})`
    default:
      return sql`false`
  }
}
