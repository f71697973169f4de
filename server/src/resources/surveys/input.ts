import { randomUUID } from "node:crypto"
import { z } from "zod"
import {
  blank,
  hasOptions,
  intentOf,
  kinds,
  type Question,
  questionErrors,
  questionTypes,
  rules,
  type SurveyDraft,
  statuses,
} from "../../../../src/contract/surveys"
import type { Parsed } from "../../../../src/contract/wire"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import type { StoredQuestion } from "../../db/schema"
import { refuseInvalid } from "../../errors/problem"
import { booleanOr, code, codeOr, ids, instant, listOf, type Shape, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import type { ColumnsOf, RowOf } from "../../records/entities"
import { referenceErrors } from "../../records/references"

/** The body of a survey, and the columns that it fills (docs/contract.md#survey-record). */
const question = z.object({
  id: z
    .string()
    .nullish()
    .transform(given => given ?? undefined),
  text: trimmed,
  description: trimmed,
  type: z.enum(questionTypes),
  options: listOf(trimmed, 50),
  required: booleanOr(true),
} satisfies Shape<Question>)

export const surveyBody = z.object({
  title: trimmed,
  description: trimmed,
  type: code(kinds),
  startDate: instant,
  endDate: instant,
  questions: listOf(question, 100),
  tenantIds: ids(),
  departmentIds: ids(),
  status: codeOr(statuses, 0),
} satisfies Shape<SurveyDraft>)

export const surveyChange = surveyBody.partial().extend({ id: z.string() })

const defaults = blank as Draft

type Draft = Parsed<SurveyDraft>
type Row = RowOf<"survey">
type Columns = ColumnsOf<Omit<SurveyDraft, "status">, "survey"> & Pick<Row, "intent">

/** A stored survey as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({
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
export const surveyColumns = async (db: Database, actor: Actor, given: Partial<Draft>, row?: Row): Promise<Columns> => {
  const draft: Draft = { ...(row ? storedDraft(row) : defaults), ...given }
  refuseInvalid({
    ...validate(rules, draft),
    ...questionErrors(draft),
    ...(await referenceErrors(db, "survey", draft, row, actor)),
  })
  const { status, ...columns } = draft
  return {
    ...columns,
    intent: intentOf(status),
    startDate: draft.startDate ? new Date(draft.startDate) : null,
    endDate: draft.endDate ? new Date(draft.endDate) : null,
    questions: withIds(draft.questions, row?.questions ?? []),
  }
}
