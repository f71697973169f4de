import { randomUUID } from "node:crypto"
import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { fewAnswers } from "../../../../src/contract/attention"
import { ownedFields } from "../../../../src/contract/record"
import { status } from "../../../../src/contract/surveys/survey-status"
import * as survey from "../../../../src/contract/surveys/surveys"
import type { Parsed, Wire } from "../../../../src/contract/wire"
import { omitFields } from "../../../../src/core/fields"
import { mayWrite, offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { type StoredQuestion, surveys as table, tenants } from "../../db/schema"
import { derivedStatus } from "../../db/status"
import { surveyInvitations } from "../../db/survey-tables"
import { refuseInvalid } from "../../errors/problem"
import { booleanOr, limited, listOf, type Shape, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import { codeFilter, dateBound, type ListFilters, overlapping, ownerFilter } from "../../http/list"
import { answerShape, named, questionValue } from "../../kinds/answer-shape"
import { approvalOf, approvalReasons } from "../../kinds/approval-state"
import type { Reasons } from "../../kinds/attention"
import type { RowOf } from "../../kinds/entities"
import { bodyShape, comparedWith, draftErrors, mergeDraft, storedFields } from "../../kinds/fields"
import { storedMembers } from "../../kinds/stored-members"
import { number, owner, period } from "../../records/call"
import { records } from "../../records/records"
import { listOf as listCallOf } from "../crud"

const { fields, hasOptions, maxOptions, maxQuestions, questionErrors, questionTypes, statuses } = survey

type Row = RowOf<"survey">
type Draft = Parsed<survey.SurveyDraft>

/** The company whose name and looks a survey has for those who answer: its owner, or the only one that the platform asks. */
export const isShownCompany = sql`${tenants.id} = coalesce(${table.tenantId}, case when cardinality(${table.tenantIds}) = 1 then ${table.tenantIds}[1] end)`

export const surveyStatus = derivedStatus(status, table)

const invited = sql`(select count(*) from ${surveyInvitations} where ${surveyInvitations.surveyId} = ${table.id})`

/** Active surveys that close soon, and that few people have answered. */
export const surveyAttention: Reasons<"surveys"> = {
  ...approvalReasons("survey", table.id),
  closing: ({ now, soon }) => sql`${table.intent} = 'active' and (${table.startDate} is null or ${table.startDate} <= ${now})
    and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}
    and ${table.responseCount} < greatest(${fewAnswers}::int, ${invited} / 3.0)`,
}

/** The body of a survey, and the columns that it fills (docs/contract.md#survey-record). */
const question = z.object({
  id: z
    .string()
    .nullish()
    .transform(given => given ?? undefined),
  text: trimmed(200),
  description: trimmed(2000),
  type: z.enum(questionTypes),
  options: listOf(limited(200), maxOptions),
  required: booleanOr(true),
} satisfies Shape<survey.Question>)

const stored = storedFields("survey", omitFields(fields, "status", "questions"))

const body = z.object({ ...bodyShape(fields), questions: listOf(question, maxQuestions) })

/** A stored survey as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({
  ...stored.draft(row),
  questions: row.questions,
  status: status.writtenOf(row.intent),
})

/** Questions with ids: a stored question keeps its id, once; any other gets a new one. */
const withIds = (questions: Draft["questions"], stored: StoredQuestion[]): StoredQuestion[] => {
  const free = new Set(stored.map(({ id }) => id))
  return questions.map(({ id, options, ...question }) => ({
    ...question,
    id: id !== undefined && free.delete(id) ? id : randomUUID(),
    options: hasOptions(question.type) ? options : [],
  }))
}

/** The columns of a new survey, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
const columns = async (db: Database, actor: Actor, given: Partial<Draft>, row?: Row) => {
  const before = row && storedDraft(row)
  const draft = mergeDraft(fields, before, given)
  refuseInvalid({
    ...(await draftErrors(db, actor, "survey", survey, draft, row, before)),
    ...questionErrors(draft, comparedWith(fields, draft, before)),
  })
  return {
    ...stored.columns(draft),
    intent: status.intentOf(draft.status),
    questions: withIds(draft.questions, row?.questions ?? []),
  }
}

/** A list contains the number of questions only (docs/contract.md#survey-record). */
const { questions, ...listed } = getTableColumns(table)
const questionCount = sql<number>`jsonb_array_length(${table.questions})`

const approval = approvalOf("survey", table.id)

const selectItems = (db: Database) => db.select({ ...listed, questionCount, approval }).from(table)

type Item = Omit<Row, "questions"> & { questionCount: number; approval: string | null }

export const visibleSurveys = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** @param now epoch ms, which the status follows from */
const presentItem = (row: Item, actor: Actor, now: number) => {
  const { tenantIds: _, departmentIds: __, ...members } = stored.members(row)
  return {
    ...members,
    status: status.at({ ...members, intent: row.intent }, now),
    questionCount: row.questionCount,
    responseCount: row.responseCount,
    approval: mayWrite(actor, row.tenantId) ? row.approval : null,
    ...storedMembers(row),
  } satisfies Wire<survey.SurveyItem>
}

const presentSurvey = (row: Row & { approval: string | null }, actor: Actor, now: number) =>
  ({
    ...presentItem({ ...row, questionCount: row.questions.length }, actor, now),
    questions: row.questions,
    tenantIds: offeredTo(actor, row),
    departmentIds: row.departmentIds,
  }) satisfies Wire<survey.Survey>

/** Stored surveys. */
export type SurveyRow = RowOf<"survey">

export const surveyRecords = records({
  entity: "survey",
  find: async (db, actor, id, now) => {
    const [row] = await db
      .select({ ...getTableColumns(table), approval })
      .from(table)
      .where(and(eq(table.id, id), visibleSurveys(actor)))
    return row && { row, value: presentSurvey(row, actor, now) }
  },
})

/** The status of a stored survey by name. @param now epoch ms */
export const statusNameAt = ({ intent, startDate, endDate }: SurveyRow, now: number): survey.Status => {
  const dates = { startDate: startDate?.toISOString() ?? null, endDate: endDate?.toISOString() ?? null }
  return statuses.name(status.at({ intent, ...dates }, now)) ?? "draft"
}

const { tenantIds, departmentIds, ...surveyShape } = answerShape("survey", {
  ...omitFields(ownedFields, "tenantName"),
  ...fields,
  ...survey.added,
})
const item = named("SurveyItem", surveyShape) satisfies z.ZodType<Wire<survey.SurveyItem>>
const value = named("Survey", {
  ...surveyShape,
  questions: z.array(questionValue),
  tenantIds,
  departmentIds,
}) satisfies z.ZodType<Wire<survey.Survey>>

/** Surveys that are open on a day of the period. */
export const surveysWithin = overlapping(table.startDate, table.endDate)

/** The list's condition without keyword and status. */
export const surveyFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleSurveys(actor),
    codeFilter(table.type, query.type),
    ownerFilter(table.tenantId, query.tenantId),
    surveysWithin(dateBound(query.startDate, zone), dateBound(query.endDate, zone, 1)),
  )

/** What the calls on surveys are made of. */
export const surveyKind = {
  entity: "survey" as const,
  records: surveyRecords,
  body,
  columns,
  value,
  list: listCallOf(
    { entity: "survey", table, select: selectItems, present: presentItem, value: item },
    {
      sorts: now => ({
        title: table.sortName,
        type: table.type,
        status: surveyStatus.expression(now),
        startDate: table.startDate,
        endDate: table.endDate,
        responseCount: table.responseCount,
        createdDate: table.createdAt,
        updatedDate: table.updatedAt,
      }),
      filters: surveyFilters,
      attention: surveyAttention,
      status: { sql: surveyStatus, codes: statuses },
      query: { ...owner, ...period, type: number },
    },
  ),
}
