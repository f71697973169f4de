import { and, getTableColumns, isNull, sql } from "drizzle-orm"
import { type Survey, type SurveyItem, statusAt } from "../../../../src/contract/surveys"
import type { Wire } from "../../../../src/contract/wire"
import { offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { surveys as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { storedMembers } from "../../records/stored-members"
import { stored } from "./input"

/**
 * A stored survey: who may read it, and the members of the answer. A list contains the number of questions only
 * (docs/contract.md#survey-record).
 */
type Row = RowOf<"survey">

const { questions, ...listed } = getTableColumns(table)
const questionCount = sql<number>`jsonb_array_length(${table.questions})`

export const selectSurveyItems = (db: Database) => db.select({ ...listed, questionCount }).from(table)

export const visibleSurveys = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** @param now epoch ms, which the status follows from */
export const presentSurveyItem = (row: Omit<Row, "questions"> & { questionCount: number }, now: number) => {
  const { tenantIds: _, departmentIds: __, ...members } = stored.members(row)
  return {
    ...members,
    status: statusAt({ ...members, intent: row.intent }, now),
    questionCount: row.questionCount,
    responseCount: row.responseCount,
    ...storedMembers(row),
  } satisfies Wire<SurveyItem>
}

export const presentSurvey = (row: Row, actor: Actor, now: number) =>
  ({
    ...presentSurveyItem({ ...row, questionCount: row.questions.length }, now),
    questions: row.questions,
    tenantIds: offeredTo(actor, row),
    departmentIds: row.departmentIds,
  }) satisfies Wire<Survey>
