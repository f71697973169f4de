import { randomBytes } from "node:crypto"
import { and, eq, isNotNull, sql } from "drizzle-orm"
import type { AnswerValue } from "../../../src/contract/surveys/answers"
import { type Day, fromInstant } from "../../../src/core/dates/dates"
import type { Database } from "../db/open"
import { type StoredQuestion, surveys, users } from "../db/schema"
import { personHashing } from "../kinds/survey-invitees"
import { countInvitations } from "../resources/surveys/held-answers"
import { type AnswerRow, publishRemainder, storeAnswers } from "../resources/surveys/tallies"
import { createRandom, type Random } from "./random"
import { surveyWords } from "./words/surveys"
import { day, type Owner } from "./world"

/** Invitations and answers of the demonstration's surveys: people are satisfied, but for one department and one topic each. */
type Survey = typeof surveys.$inferSelect
type Person = { id: string; tenantId: string | null; departmentId: string | null }

const timeZone = "Europe/Istanbul"
export const dayOf = (moment: number): Day => fromInstant(new Date(moment).toISOString(), timeZone)?.date ?? ""

/** Days with answers of one survey: reminders are sent now and then. */
const maxDays = 6

const weightsOf = (survey: Survey, question: StoredQuestion): readonly number[] => {
  const [, , , ...questions] = surveyWords.find(([title]) => title === survey.title) ?? ["", "", 0]
  return questions.find(({ text }) => text === question.text)?.weights ?? []
}

/** The position that a random number chooses by its weight. */
const pickPosition = (random: Random, weights: readonly number[]): number => {
  let left = random.whole(
    1,
    weights.reduce((sum, weight) => sum + weight, 0),
  )
  return weights.findIndex(weight => {
    left -= weight
    return left <= 0
  })
}

/** @param isUnhappy of the department in which most things are worse */
const answerOf = (random: Random, question: StoredQuestion, weights: readonly number[], isUnhappy: boolean): AnswerValue => {
  const { type, options } = question
  if (type === "multiple_choice") {
    const chosen = options.filter((_, at) => random.chance((weights[at] ?? 0) / 100))
    return chosen.length ? chosen : options.slice(0, 1)
  }
  const position = pickPosition(random, weights)
  if (type === "yes_no") return position === 0 && !(isUnhappy && random.chance(0.5))
  if (type === "rating") return Math.max(1, position + 1 - (isUnhappy && random.chance(0.7) ? 1 : 0))
  return options[position] ?? ""
}

const answersOf = (random: Random, survey: Survey, isUnhappy: boolean) =>
  Object.fromEntries(
    survey.questions
      .filter(({ required }) => required || random.chance(0.85))
      .map(question => [question.id, answerOf(random, question, weightsOf(survey, question), isUnhappy)]),
  )

/** The days on which answers came, most of them early. @param today midnight, epoch ms */
const answerDays = (random: Random, { startDate, endDate }: Survey, today: number): Day[] => {
  const start = startDate?.getTime() ?? today
  const end = Math.min(endDate?.getTime() ?? today, today - 1, start + 28 * day)
  const span = Math.max(1, Math.floor((end - start) / day))
  const steps = Math.min(span, maxDays)
  return Array.from({ length: steps }, (_, at) =>
    dayOf(start + Math.floor((at * span) / steps) * day + random.whole(9, 17) * 3_600_000),
  )
}

/** People who are asked, in an order that follows neither names nor departments. */
const readPeople = (tx: Database): Promise<Person[]> =>
  tx
    .select({ id: users.id, tenantId: users.tenantId, departmentId: users.departmentId })
    .from(users)
    .where(and(eq(users.status, 1), eq(users.role, "User"), isNotNull(users.departmentId)))
    .orderBy(sql`md5(${users.email})`)

const isAsked = (survey: Survey, companies: readonly string[] | undefined) => (person: Person) =>
  (companies?.includes(person.tenantId ?? "") ?? true) &&
  (!survey.departmentIds.length || survey.departmentIds.includes(person.departmentId ?? ""))

/** Invitations whose tokens nobody has: those of the answers are used. */
const seedInvitations = async (
  tx: Database,
  survey: Survey,
  people: readonly Person[],
  { answered, hashPerson }: { answered: number; hashPerson: ReturnType<typeof personHashing> | undefined },
) => {
  const invitations = people.map(({ departmentId }, at) => ({
    hash: randomBytes(32).toString("base64url"),
    department_id: departmentId,
    used: at < answered,
  }))
  // One JSON parameter in place of one for each value, which takes several times as long.
  await tx.execute(sql`insert into survey_invitations (token_hash, survey_id, department_id, used)
    select hash, ${survey.id}::uuid, department_id, used
    from jsonb_to_recordset(${JSON.stringify(invitations)}::text::jsonb) as given (hash text, department_id uuid, used boolean)
    order by hash`)
  await countInvitations(tx, survey.id, invitations.length)
  if (!hashPerson) return
  const hashes = people.map(({ id }) => hashPerson(survey.id, id))
  await tx.execute(sql`insert into survey_invitees (survey_id, person_hash)
    select ${survey.id}::uuid, hash from jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb) as given (hash) order by hash`)
}

const hasAnswers = (survey: Survey, today: number) =>
  survey.intent !== "draft" && (survey.startDate?.getTime() ?? 0) <= today - day && survey.questions.length > 0

/**
 * Invites people to the surveys that have begun, and stores what they answered.
 * @param given.today midnight, epoch ms; @param given.codeSecret keeps who was invited; without it, people can be invited again
 */
export const seedSurveyAnswers = async (
  tx: Database,
  { today, owners, codeSecret }: { today: number; owners: readonly Owner[]; codeSecret?: string | undefined },
) => {
  const random = createRandom(20_260_306)
  const hashPerson = codeSecret === undefined ? undefined : personHashing(codeSecret)
  const people = await readPeople(tx)
  const rows = await tx.select().from(surveys).orderBy(surveys.createdAt, sql`${surveys.title} collate "C"`)
  for (const survey of rows.filter(row => hasAnswers(row, today))) {
    const owner = owners.find(({ id }) => id === survey.tenantId)
    const companies = survey.tenantIds.length ? survey.tenantIds : owner && [owner.id, ...owner.subsidiaries]
    const asked = people.filter(isAsked(survey, companies))
    const from = random.whole(0, Math.max(0, asked.length - 220))
    const invited = asked.slice(from, from + random.whole(140, 220))
    const answered = Math.round((invited.length * random.whole(58, 78)) / 100)
    const unhappy = random.pick(invited).departmentId
    const days = answerDays(random, survey, today)
    const answers = invited.slice(0, answered).map(({ departmentId }): AnswerRow => {
      // The later a day, the fewer answers.
      const position = Math.min(random.whole(0, days.length - 1), random.whole(0, days.length - 1))
      return { departmentId, day: days[position] ?? "", answers: answersOf(random, survey, departmentId === unhappy) }
    })
    await storeAnswers(tx, survey.id, answers)
    const isClosed = survey.intent === "closed" || (survey.endDate?.getTime() ?? today) < today
    if (isClosed) await publishRemainder(tx, survey.id, dayOf(Math.min(survey.endDate?.getTime() ?? today, today - 1)))
    await seedInvitations(tx, survey, invited, { answered, hashPerson })
  }
}
