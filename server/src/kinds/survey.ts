import { randomUUID } from "node:crypto"
import { eq, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import { fewAnswers } from "../../../src/contract/attention"
import { maxReminders, remindersFit } from "../../../src/contract/surveys/reminder-days"
import { status } from "../../../src/contract/surveys/survey-status"
import * as contract from "../../../src/contract/surveys/surveys"
import type { Parsed } from "../../../src/contract/wire"
import { validate } from "../../../src/core/rules"
import { unsealed } from "../auth/seal"
import { type StoredQuestion, surveys as table } from "../db/schema"
import { surveyDocuments, surveyInvitees, surveyLinks } from "../db/survey-tables"
import { booleanOr, limited, listOf, type Shape, trimmed } from "../http/body"
import { questionValue, total } from "./answer-shape"
import { byCode, byOwner, byPeriod } from "./filters"
import { kindOf } from "./kind-of"
import { personHashing } from "./survey-invitees"

const { hasOptions, maxOptions, maxQuestions, questionErrors, questionTypes } = contract

const question = z.object({
  id: z
    .string()
    .nullish()
    .transform(given => given ?? undefined),
  text: trimmed(200),
  description: trimmed(2000),
  type: z.enum(questionTypes),
  options: listOf(limited(200), maxOptions),
  exclusive: limited(200).transform(given => given || undefined),
  required: booleanOr(true),
} satisfies Shape<contract.Question>)

/** Questions with ids: a stored question keeps its id, once; any other gets a new one. */
const withIds = (questions: Parsed<contract.SurveyDraft>["questions"], stored: StoredQuestion[]): StoredQuestion[] => {
  const free = new Set(stored.map(({ id }) => id))
  return questions.map(({ id, options, exclusive, ...question }) => ({
    ...question,
    ...(exclusive && question.type === "multiple_choice" && { exclusive }),
    id: id !== undefined && free.delete(id) ? id : randomUUID(),
    options: hasOptions(question.type) ? options : [],
  }))
}

const invited = sql.raw("surveys.invitations")

/** The action plans of a survey that have a day and a task to do. */
const openPlans = sql`from ${surveyDocuments} d, jsonb_array_elements(d.content) plan
  where d.survey_id = ${table.id} and d.kind = 'plans' and plan ->> 'dueDate' <> ''
    and jsonb_path_exists(plan, '$.tasks[*] ? (@.completed == false)')`

/** The beginning of the first day of these plans. */
export const firstPlanDay = (zone: string) =>
  sql`(select min(plan ->> 'dueDate')::date::timestamp at time zone ${zone} ${openPlans})`

/** Surveys (docs/contract.md#surveys). */
export const survey = kindOf("surveys", table, contract, {
  tag: "Surveys",
  noun: "survey",
  status,
  keeps: ["responseCount"],
  alsoLogged: ["surveyinvitation"],
  end: { event: "closed", live: ["active"], over: "closed" },
  /** The hashes of who was invited are found by computing them again. That of the address stays: who is added again does not answer twice. */
  erasePerson: async (tx, { id }, { config }) => {
    const hashings = config.codeSecrets.map(personHashing)
    const found = await tx.selectDistinct({ surveyId: surveyInvitees.surveyId }).from(surveyInvitees)
    const hashes = found.flatMap(({ surveyId }) => hashings.map(hashPerson => hashPerson(surveyId, id)))
    if (hashes.length) await tx.delete(surveyInvitees).where(inArray(surveyInvitees.personHash, hashes))
    const links = await tx.select({ sealed: surveyLinks.sealed }).from(surveyLinks)
    const theirs = links.filter(({ sealed }) => unsealed<{ id: string }>(config.codeSecrets, sealed)?.id === id)
    for (const { sealed } of theirs) await tx.delete(surveyLinks).where(eq(surveyLinks.sealed, sealed))
    await tx.update(surveyDocuments).set({ updatedBy: null }).where(eq(surveyDocuments.updatedBy, id))
  },
  stored: {
    questions: {
      read: ({ questions }) => questions,
      write: ({ questions }, row) => ({ questions: withIds(questions, row?.questions ?? []) }),
    },
  },
  answers: { questions: ({ questions }) => questions, questionCount: sql`jsonb_array_length(${table.questions})` },
  schemas: {
    reminderDays: { body: listOf(z.number().int(), maxReminders), answer: z.array(total) },
    questions: { body: listOf(question, maxQuestions), answer: z.array(questionValue) },
  },
  errors: (draft, _, before) => ({ ...questionErrors(draft, before), ...validate({ reminderDays: remindersFit }, draft) }),
  unlisted: ["questions", "departmentIds", "reminderDays"],
  sorts: {
    title: table.sortName,
    type: table.type,
    status: "status",
    startDate: table.startDate,
    endDate: table.endDate,
    responseCount: table.responseCount,
    createdDate: table.createdAt,
    updatedDate: table.updatedAt,
  },
  filters: { tenantId: byOwner(table.tenantId), ...byPeriod(table.startDate, table.endDate), type: byCode(table.type) },
  attention: {
    /** Active, closing soon, and answered by few. */
    closing: ({ now, soon }) => sql`${table.intent} = 'active' and (${table.startDate} is null or ${table.startDate} <= ${now})
      and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}
      and ${table.responseCount} < greatest(${fewAnswers}::int, ${invited} / 3.0)`,
    /** With an action plan whose day has passed and that has a task to do. */
    plans: ({ today }) => sql`exists (select 1 ${openPlans} and plan ->> 'dueDate' < ${today})`,
  },
  example: {
    title: "Bahar kampanyası",
    description: "Tüm çalışanlara",
    startDate: "2026-04-01T00:00:00Z",
    endDate: "2026-05-01T00:00:00Z",
    type: 0,
    questions: [{ text: "Ne kadar memnunsunuz?", type: "rating" }],
  },
})
