import { randomUUID } from "node:crypto"
import { z } from "zod"
import { check } from "../../../src/core/rules"
import {
  brokenQuestions,
  hasOptions,
  intentOf,
  kinds,
  questionTypes,
  rules,
  type SurveyDraft,
  statuses,
} from "../../../src/modules/surveys/model"
import { code, codeOr, ids, moment, trimmed } from "../body"
import type { Database } from "../db"
import { type Actor, reachOf } from "../policy"
import { refuseBroken, unknownCompany, unknownDepartment } from "../references"
import type { Question } from "../schema"

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

export const surveyUpdate = surveyBody.extend({ id: z.string() })

export const broken = (given: SurveyDraft) => ({ ...check(rules, given), ...brokenQuestions(given) })

type Asked = Pick<SurveyDraft, "tenantIds" | "departmentIds">

/** @param before who is asked already: the platform may have chosen them. @throws Refusal naming each field */
export const checkReferences = async (db: Database, actor: Actor, given: SurveyDraft, before?: Asked) =>
  refuseBroken({
    tenantIds: await unknownCompany(db, reachOf(actor), given.tenantIds, before?.tenantIds),
    departmentIds: await unknownDepartment(db, reachOf(actor), given.departmentIds, before?.departmentIds),
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

/** @param before the questions that stand there already */
export const columnsOf = (given: SurveyDraft, before: Question[] = []) => ({
  title: given.title,
  description: given.description,
  type: given.type,
  intent: intentOf(given.status),
  startDate: given.startDate ? new Date(given.startDate) : null,
  endDate: given.endDate ? new Date(given.endDate) : null,
  questions: identified(given.questions, before),
  tenantIds: given.tenantIds,
  departmentIds: given.departmentIds,
})
