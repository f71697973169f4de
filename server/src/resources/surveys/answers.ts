import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { answerErrors, type RespondentState, type RespondentSurvey } from "../../../../src/contract/surveys/answers"
import { maxAnswerLength, type Status } from "../../../../src/contract/surveys/surveys"
import type { Wire } from "../../../../src/contract/wire"
import { fromInstant } from "../../../../src/core/dates/dates"
import { isEmpty } from "../../../../src/core/rules"
import { hashToken } from "../../auth/secrets"
import type { Database } from "../../db/open"
import type { SurveyRow } from "../../db/schema"
import { surveys as table, tenants } from "../../db/schema"
import { surveyInvitations as invitations } from "../../db/survey-tables"
import { refuse, refuseInvalid } from "../../errors/problem"
import { clean } from "../../http/body"
import { enforceLimit, networkCallers } from "../../http/rate-limit"
import { requireId } from "../../http/request"
import { withoutSentenceEnd } from "../../http/sentence-end"
import { mediaHashOf } from "../../media/address"
import { json, literalTrue, route } from "../../routes/route"
import { exampleId, id, instant, named, questionValue, text } from "../../routes/schemas"
import { storeAnswer } from "./held-answers"
import { isShownCompany, statusNameAt } from "./records"
import { questionKey, type StoredAnswers } from "./tallies"
import { findTested } from "./test-mail"

/** The calls of respondents, without a session (docs/contract.md#survey-answers). */

/** Calls of one address: the people of a company usually have one. */
const limit = { name: "respondents", calls: 300, windowMs: 60_000 }

const tokenPattern = /^[\w-]{32}$/

/** The day of a moment in the deployment's zone. @param now epoch ms */
export const dayAt = (now: number, zone: string) => fromInstant(new Date(now).toISOString(), zone)?.date ?? ""

const stateOf = (status: Status, isUsed: boolean): RespondentState => {
  if (isUsed) return "answered"
  if (status === "active") return "open"
  return status === "closed" ? "closed" : "notYet"
}

/** The survey, the company whose looks it has, and whether the token is used; undefined for an unknown token and a deleted company. */
const findInvited = async (db: Database, tokenHash: string) => {
  const [found] = await db
    .select({ survey: table, isUsed: invitations.used, company: tenants })
    .from(invitations)
    .innerJoin(table, and(eq(table.id, invitations.surveyId), isNull(table.deletedAt)))
    .leftJoin(tenants, isShownCompany)
    .where(and(eq(invitations.tokenHash, tokenHash), eq(invitations.ended, false)))
  return found?.company && (found.company.deletedAt || found.company.activeStatus !== 1) ? undefined : found
}

const respondentSurvey = named("RespondentSurvey", {
  id,
  title: text,
  description: text,
  startDate: instant.nullable(),
  endDate: instant.nullable(),
  state: z.enum(["open", "answered", "notYet", "closed"]),
  questions: z.array(questionValue),
  isTest: z.boolean(),
  company: z.object({ name: text, logo: text, primaryColor: text, secondaryColor: text }).nullable(),
}) satisfies z.ZodType<Wire<RespondentSurvey>>

/** What the public page shows. Reading a link does not use it up. @throws Refusal 404 */
export const readRespondentSurvey = route.get("/go/survey/:token", "everybody", {
  summary: "The survey of a respondent token, without a session",
  answer: respondentSurvey,
  handler: async ({ c, deps, params }) => {
    await enforceLimit(deps, limit, ...networkCallers(c))
    const token = withoutSentenceEnd(params.token)
    const tested = await findTested(deps, token)
    const invited = tokenPattern.test(token) ? await findInvited(deps.db, hashToken(token)) : undefined
    const found = tested ?? invited
    if (!found) return refuse({ kind: "missing" })
    const { survey, company } = found
    const state = tested ? "open" : stateOf(statusNameAt(survey, deps.clock()), invited?.isUsed === true)
    return {
      value: {
        id: survey.id,
        title: survey.title,
        description: survey.description,
        startDate: survey.startDate?.toISOString() ?? null,
        endDate: survey.endDate?.toISOString() ?? null,
        state,
        questions: state === "open" ? survey.questions : [],
        isTest: tested !== undefined,
        company: company && {
          name: company.name,
          // A picture of another host would tell it who answers, and when.
          logo: mediaHashOf(company.logo ?? "") ? (company.logo ?? "") : "",
          primaryColor: company.primaryColor ?? "",
          secondaryColor: company.secondaryColor ?? "",
        },
      },
    }
  },
})

const answerText = z.string().meta({ maxLength: maxAnswerLength }).transform(clean)

const value = z.union([answerText, z.array(z.string().max(200)).max(50), z.boolean(), z.number()])

const answersBody = z.object({
  token: z.string().max(200).transform(withoutSentenceEnd),
  answers: z
    .array(z.object({ questionId: z.string().max(100), value }))
    .max(100)
    .nullish()
    .transform(given => given ?? []),
})

/**
 * Marks a token as used, once.
 * @returns the department of the invitation, unless its answer is counted in no department, and whether it is a newcomer's
 * @throws Refusal 404, 409 when it was used before
 */
const useToken = async (tx: Database, surveyId: string, token: string) => {
  const isToken = and(eq(invitations.tokenHash, hashToken(token)), eq(invitations.surveyId, surveyId))
  const isInvitation = and(isToken, eq(invitations.ended, false))
  const [used] = await tx
    .update(invitations)
    .set({ used: true })
    .where(and(isInvitation, eq(invitations.used, false)))
    .returning({
      departmentId: sql<string | null>`case when not ${invitations.founding} then ${invitations.departmentId} end`,
      newcomer: invitations.newcomer,
      founding: invitations.founding,
    })
  if (used) return used
  return refuse(
    (await tx.$count(invitations, isInvitation)) ? { kind: "conflict", key: "survey.answeredAlready" } : { kind: "missing" },
  )
}

/**
 * Locks the survey until the transaction ends. @returns also whether everybody is a newcomer, before the instant from which they are
 * counted. @throws Refusal 404, 409 unless it is open
 */
const lockOpen = async (tx: Database, surveyId: string, now: number) => {
  const areNewcomers = sql<boolean>`coalesce(counted_from > ${new Date(now).toISOString()}::timestamptz, false)`
  const [survey] = await tx
    .select({ ...getTableColumns(table), areNewcomers })
    .from(table)
    .where(and(eq(table.id, surveyId), isNull(table.deletedAt)))
    .for("update")
  if (!survey) return refuse({ kind: "missing" })
  const isOpen = (id: string) => and(eq(tenants.id, id), isNull(tenants.deletedAt), eq(tenants.activeStatus, 1))
  if (survey.tenantId && !(await tx.$count(tenants, isOpen(survey.tenantId)))) return refuse({ kind: "missing" })
  return statusNameAt(survey, now) === "active" ? survey : refuse({ kind: "conflict", key: "survey.notOpen" })
}

const answersTo = (questions: SurveyRow["questions"], answers: StoredAnswers): StoredAnswers =>
  Object.fromEntries(
    questions.flatMap(question => {
      const value = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined
      return value === undefined ? [] : [[questionKey(question), value] as const]
    }),
  )

/**
 * Stores the answers of a respondent. Token, answers and tallies are one transaction: a refused body leaves the token as it
 * was. What is stored holds the department, and nothing of the token and the time.
 * @throws Refusal 400 naming `answers.<id of the question>`, 404, 409 when the token was used or the survey is not open
 */
export const storeRespondentAnswers = route.post("/survey/:id/answers", "everybody", {
  summary: "Answer a survey with a respondent token, once, without a session",
  body: json(answersBody),
  example: { token: "JxW3pQ0sT8mZk2vB7nRcYd5hFgL1aEuO", answers: [{ questionId: exampleId, value: 4 }] },
  answer: literalTrue,
  handler: async ({ c, deps, params, body }) => {
    const surveyId = requireId(params.id)
    await enforceLimit(deps, limit, ...networkCallers(c))
    const given = await body()
    const answers = Object.fromEntries(
      given.answers.flatMap(({ questionId, value }) => (isEmpty(value) ? [] : [[questionId, value] as const])),
    )
    const refuseWrong = (questions: SurveyRow["questions"]) => {
      const errors = answerErrors(questions, answers)
      refuseInvalid(Object.fromEntries(Object.entries(errors).map(([id, message]) => [`answers.${id}`, message])))
    }
    const tested = await findTested(deps, given.token)
    if (tested?.survey.id === surveyId) return refuseWrong(tested.survey.questions)
    const now = deps.clock()
    const day = dayAt(now, deps.config.timeZone)
    await deps.db.transaction(async tx => {
      const invited = await useToken(tx, surveyId, given.token)
      const { questions, areNewcomers } = await lockOpen(tx, surveyId, now)
      refuseWrong(questions)
      const newcomer = invited.newcomer || areNewcomers
      await storeAnswer(tx, surveyId, { ...invited, newcomer, answers: answersTo(questions, answers) }, day)
    })
  },
})
