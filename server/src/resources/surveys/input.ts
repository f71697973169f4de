import { randomUUID } from "node:crypto"
import { z } from "zod"
import {
  hasOptions,
  intentOf,
  kinds,
  questionErrors,
  questionTypes,
  rules,
  type SurveyDraft,
  statuses,
} from "../../../../src/contract/surveys"
import { validate } from "../../../../src/core/rules"
import { reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import type { Question, surveys as table } from "../../db/schema"
import { code, codeOr, ids, moment, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import { refuseBroken, unknownCompany, unknownDepartment } from "../../records/references"

/** What may enter as a survey (S3, decisions §5), what it points at, and the columns that it fills. */
const question = z.object({
  id: z
    .string()
    .nullish()
    .transform(id => id ?? undefined),
  text: trimmed,
  description: trimmed,
  type: z.enum(questionTypes),
  options: z
    .array(trimmed)
    .max(50)
    .nullish()
    .transform(given => given ?? []),
  required: z
    .boolean()
    .nullish()
    .transform(given => given ?? true),
})

export const surveyBody = z.object({
  title: trimmed,
  description: trimmed,
  type: code(kinds),
  startDate: moment,
  endDate: moment,
  questions: z
    .array(question)
    .max(100)
    .nullish()
    .transform(given => given ?? []),
  tenantIds: ids(),
  departmentIds: ids(),
  status: codeOr(statuses, 0),
}) satisfies z.ZodType<SurveyDraft>

export const surveyChange = surveyBody.extend({ id: z.string(), type: code(kinds).optional() })

type Row = typeof table.$inferSelect

/** A stored survey as it could have come in: a change names the rest. */
export const standing = (row: Row): SurveyDraft => ({
  title: row.title,
  description: row.description,
  type: row.type,
  startDate: row.startDate?.toISOString() ?? "",
  endDate: row.endDate?.toISOString() ?? "",
  questions: row.questions,
  tenantIds: row.tenantIds,
  departmentIds: row.departmentIds,
  status: statuses.value(row.intent),
})

/** A question that stood there keeps its id, once; any other gets a new one. */
const identified = (given: SurveyDraft["questions"], before: Question[]): Question[] => {
  const free = new Set(before.map(({ id }) => id))
  return given.map(({ id, options, ...asked }) => ({
    ...asked,
    id: id !== undefined && free.delete(id) ? id : randomUUID(),
    options: hasOptions(asked.type) ? options : [],
  }))
}

/** The columns of a draft. @param row whom it asks already: the platform may have chosen them. @throws Refusal naming each field */
export const surveyColumns = async (db: Database, actor: Actor, draft: SurveyDraft, row?: Row) => {
  refuseBroken({
    ...validate(rules, draft),
    ...questionErrors(draft),
    tenantIds: await unknownCompany(db, reachOf(actor), draft.tenantIds, row?.tenantIds),
    departmentIds: await unknownDepartment(db, reachOf(actor), draft.departmentIds, row?.departmentIds),
  })
  const { status, ...columns } = draft
  return {
    ...columns,
    intent: intentOf(status),
    startDate: draft.startDate ? new Date(draft.startDate) : null,
    endDate: draft.endDate ? new Date(draft.endDate) : null,
    questions: identified(draft.questions, row?.questions ?? []),
  }
}
