import { randomUUID } from "node:crypto"
import { z } from "zod"
import * as survey from "../../../../src/contract/surveys"
import type { Parsed } from "../../../../src/contract/wire"
import { omitFields } from "../../../../src/core/fields"
import type { Database } from "../../db/open"
import type { StoredQuestion } from "../../db/schema"
import { refuseInvalid } from "../../errors/problem"
import { booleanOr, limited, listOf, type Shape, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { bodyShape, draftErrors, mergeDraft, storedFields } from "../../records/fields"

const { fields, hasOptions, intentOf, maxOptions, maxQuestions, questionErrors, questionTypes, statuses } = survey
type SurveyDraft = survey.SurveyDraft

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

export const stored = storedFields("survey", omitFields(fields, "status", "questions"))

export const surveyBody = z.object({ ...bodyShape(fields), questions: listOf(question, maxQuestions) })
export const surveyChange = surveyBody.partial().extend({ id: z.string() })

type Draft = Parsed<SurveyDraft>
type Row = RowOf<"survey">

/** A stored survey as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({
  ...stored.draft(row),
  questions: row.questions,
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
export const surveyColumns = async (db: Database, actor: Actor, given: Partial<Draft>, row?: Row) => {
  const draft = mergeDraft(fields, row && storedDraft(row), given)
  refuseInvalid({ ...(await draftErrors(db, actor, "survey", survey, draft, row)), ...questionErrors(draft) })
  return {
    ...stored.columns(draft),
    intent: intentOf(draft.status),
    questions: withIds(draft.questions, row?.questions ?? []),
  }
}
