import { createHash } from "node:crypto"
import { eq, type SQL, sql } from "drizzle-orm"
import type { AnswerValue } from "../../../../src/contract/surveys/answers"
import { smallestGroup, smallestNewcomerGroup } from "../../../../src/contract/surveys/report"
import type { Day } from "../../../../src/core/dates/dates"
import { type Database, rowsOf } from "../../db/open"
import { type StoredQuestion, surveys } from "../../db/schema"

/**
 * The group rule of survey reports (docs/contract.md#survey-report): answers are added to the tallies, which alone are shown,
 * in groups of at least {@link smallestGroup} people of one department; and of each question in groups of as many answers. Newcomers
 * join a group, and make none, but for two kinds that have neither department nor day: the newcomers of a company's first survey,
 * and {@link smallestNewcomerGroup} or more newcomers with {@link smallestGroup} others.
 * The caller holds the survey's row lock.
 */

/** Values by the key of the question ({@link questionKey}), or by its id before they are stored; without those of no answer. */
export type StoredAnswers = Record<string, AnswerValue>

/** Returns the key of an open question. Hashes of other questions are longer. */
export const textKeyOf = (id: string) => `${id} text`

const isText = sql`question.key like '% text'`

/**
 * Returns the key under which answers to a question are grouped: its id, with a hash of its type and options. Answers to other
 * options form groups of their own, so that rewording an option before each answer does not reveal who gave which.
 */
export const questionKey = ({ id, type, options }: Pick<StoredQuestion, "id" | "type" | "options">): string => {
  if (type === "text") return textKeyOf(id)
  const wording = createHash("sha256").update(JSON.stringify([type, ...[...options].sort()]))
  return `${id} ${wording.digest("base64url").slice(0, 10)}`
}

/** Returns the id of the question of a key. */
export const questionIdOf = (key: string): string => key.split(" ")[0] ?? ""

/** One respondent's answers. */
export type AnswerRow = { departmentId: string | null; day: Day; answers: StoredAnswers; newcomer?: boolean; founding?: boolean }

const smallest = sql.raw(String(smallestGroup))
const smallestOfNewcomers = sql.raw(String(smallestNewcomerGroup))

/** The day of answers that a report shows on no day. */
const noDay = "infinity"

/** Adds the rows of a query to the tallies: survey, question, department, day, option, people. */
const addToTallies = (
  rows: SQL,
) => sql`insert into survey_tallies (survey_id, question_id, department_id, entered_on, option, people)
  ${rows}
  on conflict (survey_id, question_id, coalesce(department_id, '00000000-0000-0000-0000-000000000000'),
    coalesce(entered_on, '-infinity'), option)
  do update set people = survey_tallies.people + excluded.people`

/** The rows that a group adds: its people on its day, and of each question the chosen options, unpublished until they form a group. */
const countsOf = (surveyId: string, day: Day) => sql`
  select ${surveyId}::uuid, '', department_id, ${day}::date, 'null', count(*)::int from entered group by department_id
  union all
  select ${surveyId}::uuid, 'newcomers', department_id, ${day}::date, 'null', count(*)::int from entered where newcomer group by department_id
  union all
  select ${surveyId}::uuid, question.key, department_id, null, 'known', count(*)::int
    from entered, jsonb_each(answers) question where not newcomer group by department_id, question.key
  union all
  select ${surveyId}::uuid, question.key, department_id, null, 'null', count(*)::int
    from entered, jsonb_each(answers) question group by department_id, question.key
  union all
  select ${surveyId}::uuid, question.key, department_id, null, chosen.value::text, count(*)::int
    from entered, jsonb_each(answers) question,
      jsonb_array_elements(case jsonb_typeof(question.value) when 'array' then question.value else jsonb_build_array(question.value) end) chosen
    where not ${isText}
    group by department_id, question.key, chosen.value`

/**
 * The common table expressions `entered` and `texts` of a group: its answers, which keep no texts, and their texts, which wait in a
 * random order until they form a group. @param rows the waiting answers, with `id` as `waiting_id`, `answers` as `given`
 */
const enter = (surveyId: string, day: Day, rows: SQL, department: SQL) => sql`
  entered as (update survey_answers a set entered_on = ${day}, answers = (
      select coalesce(jsonb_object_agg(question.key, question.value), '{}') from jsonb_each(given) question where not ${isText})
    from (${rows}) waiting where a.id = waiting_id
    returning ${department} as department_id, given as answers, a.newcomer),
  texts as (insert into survey_texts (survey_id, question_id, department_id, text)
    select ${surveyId}::uuid, question.key, department_id, question.value #>> '{}'
    from entered, jsonb_each(answers) question where ${isText} order by random())`

/**
 * The common table expressions that move the texts of the questions in `taken` to their day, in a random order.
 * @param department under which they are published
 */
const publishTexts = (surveyId: string, day: Day, department: SQL) => sql`
  moved as (delete from survey_texts t using (select distinct question_id, department_id from taken) g
    where t.survey_id = ${surveyId} and t.entered_on is null and t.question_id = g.question_id
      and t.department_id is not distinct from g.department_id
    returning t.question_id, t.department_id, t.text),
  published as (insert into survey_texts (survey_id, question_id, department_id, entered_on, text)
    select ${surveyId}::uuid, question_id, ${department}, ${day}::date, text from moved order by random())`

/** Adds the answers of each department with a full group to the tallies, and then those of each question. */
const publishFullGroups = async (tx: Database, surveyId: string, day: Day): Promise<void> => {
  const entered = await rowsOf(
    tx,
    sql`with full_groups as materialized (select department_id from survey_answers
        where survey_id = ${surveyId} and entered_on is null and not newcomer group by department_id having count(*) >= ${smallest}),
      ${enter(
        surveyId,
        day,
        sql`select id as waiting_id, answers as given from survey_answers w, full_groups f
          where w.survey_id = ${surveyId} and w.entered_on is null and w.department_id is not distinct from f.department_id`,
        sql`a.department_id`,
      )}
      ${addToTallies(countsOf(surveyId, day))} returning 1`,
  )
  if (!entered.length) return
  await tx.execute(
    sql`with taken as (delete from survey_tallies t where survey_id = ${surveyId} and entered_on is null and ${smallest} <= (
        select people from survey_tallies answered where answered.survey_id = t.survey_id and answered.question_id = t.question_id
          and coalesce(answered.department_id, '00000000-0000-0000-0000-000000000000')
            = coalesce(t.department_id, '00000000-0000-0000-0000-000000000000')
          and coalesce(answered.entered_on, '-infinity') = '-infinity' and answered.option = 'known')
        returning t.question_id, t.department_id, t.option, t.people),
      ${publishTexts(surveyId, day, sql`department_id`)}
      ${addToTallies(sql`select ${surveyId}::uuid, question_id, department_id, ${day}::date, option, people from taken where option <> 'known'`)}`,
  )
}

/** The unpublished answers to a question by those who are no newcomers, and by all, for a condition on groups of questions. */
const knownToQuestion = sql`coalesce(sum(people) filter (where option = 'known'), 0)`
const allToQuestion = sql`coalesce(sum(people) filter (where option = 'null'), 0)`

/**
 * Adds unpublished answers of all departments to the tallies as one group without a department.
 * @param which the answers; @param isGroup the condition on the answers to a question, see {@link knownToQuestion}
 */
const publishTogether = async (tx: Database, surveyId: string, day: Day, { which, isGroup }: { which: SQL; isGroup: SQL }) => {
  await tx.execute(
    sql`with ${enter(
      surveyId,
      day,
      sql`select id as waiting_id, answers as given from survey_answers where survey_id = ${surveyId} and entered_on is null and ${which}`,
      sql`null::uuid`,
    )}
      ${addToTallies(countsOf(surveyId, day))}`,
  )
  await tx.execute(
    sql`with full_groups as materialized (select question_id from survey_tallies
        where survey_id = ${surveyId} and entered_on is null group by question_id having ${isGroup}),
      taken as (delete from survey_tallies t using full_groups f
        where t.survey_id = ${surveyId} and t.entered_on is null and t.question_id = f.question_id
        returning t.question_id, t.department_id, t.option, t.people),
      ${publishTexts(surveyId, day, sql`null::uuid`)}
      ${addToTallies(sql`select ${surveyId}::uuid, question_id, null::uuid, ${day}::date, option, sum(people)::int from taken where option <> 'known' group by question_id, option`)}`,
  )
}

/**
 * Adds newcomers' answers to the tallies, without department and day: those of a company's first survey as a group of their own,
 * any others with people who are no newcomers.
 */
const publishNewcomers = async (tx: Database, surveyId: string): Promise<void> => {
  const [waiting] = await rowsOf<{ founding: number; newcomers: number; others: number }>(
    tx,
    sql`select count(*) filter (where founding)::int as founding, count(*) filter (where newcomer)::int as newcomers,
        count(*) filter (where not newcomer)::int as others
      from survey_answers where survey_id = ${surveyId} and entered_on is null`,
  )
  if (!waiting) return
  // A survey with founding answers asks fewer than a group of others: all that waits of its questions are founding answers.
  if (waiting.founding >= smallestNewcomerGroup)
    await publishTogether(tx, surveyId, noDay, {
      which: sql`founding`,
      isGroup: sql`${allToQuestion} - ${knownToQuestion} >= ${smallestOfNewcomers}`,
    })
  else if (waiting.newcomers >= smallestNewcomerGroup && waiting.others >= smallestGroup)
    await publishTogether(tx, surveyId, noDay, { which: sql`true`, isGroup: sql`${knownToQuestion} >= ${smallest}` })
}

/** Adds the answers that make groups now to the tallies. @param day the day under which departments' groups are published */
export const publishGroups = async (tx: Database, surveyId: string, day: Day): Promise<void> => {
  await publishNewcomers(tx, surveyId)
  await publishFullGroups(tx, surveyId, day)
}

/** Whether the unpublished answers of all departments together are a full group, as people or of some question. */
const hasPublishableRemainder = async (tx: Database, surveyId: string): Promise<boolean> => {
  const [row] = await rowsOf<{ found: boolean }>(
    tx,
    sql`select (select count(*) from survey_answers where survey_id = ${surveyId} and entered_on is null and not newcomer) >= ${smallest}
      or exists (select from survey_tallies where survey_id = ${surveyId} and entered_on is null and option = 'known'
        group by question_id having sum(people) >= ${smallest}) as found`,
  )
  return row?.found === true
}

/**
 * Adds the unpublished answers of all departments of a closed survey to the tallies as one group without a department, when
 * it is large enough. A further call changes nothing.
 */
export const publishRemainder = async (db: Database, surveyId: string, day: Day): Promise<void> => {
  if (!(await hasPublishableRemainder(db, surveyId))) return
  await db.transaction(async tx => {
    await tx.select({ id: surveys.id }).from(surveys).where(eq(surveys.id, surveyId)).for("update")
    const others = sql`(select count(*) from survey_answers where survey_id = ${surveyId} and entered_on is null and not newcomer)`
    await publishTogether(tx, surveyId, day, {
      which: sql`${others} >= ${smallest}`,
      isGroup: sql`${knownToQuestion} >= ${smallest}`,
    })
  })
}

/** Stored answers of one statement. */
const batchSize = 5_000

/** Inserts answers, unpublished. */
const insertAnswers = async (tx: Database, surveyId: string, rows: readonly AnswerRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += batchSize)
    await tx.execute(
      sql`insert into survey_answers (survey_id, department_id, answers)
        select ${surveyId}::uuid, "departmentId", answers
        from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + batchSize))}::text::jsonb)
          as given ("departmentId" uuid, answers jsonb)`,
    )
}

/**
 * Inserts the answers of one respondent, unpublished. The unpublished rows of the same department are inserted again with
 * them in a random order, so that neither the order of the rows nor their transactions link an answer to a token.
 */
export const insertAnswer = async (
  tx: Database,
  surveyId: string,
  { departmentId, answers, newcomer = false, founding = false }: Omit<AnswerRow, "day">,
): Promise<void> => {
  await tx.execute(
    sql`with waiting as (delete from survey_answers
        where survey_id = ${surveyId} and entered_on is null and department_id is not distinct from ${departmentId}::uuid
        returning answers, newcomer, founding),
      added as (select answers, newcomer, founding from waiting
        union all select ${JSON.stringify(answers)}::text::jsonb, ${newcomer}::boolean, ${founding}::boolean)
      insert into survey_answers (survey_id, department_id, answers, newcomer, founding)
        select ${surveyId}::uuid, ${departmentId}::uuid, answers, newcomer, founding from added order by random()`,
  )
}

/**
 * Stores answers of many respondents under their days, in the caller's transaction: with groups, tallies and the survey's `responseCount`, without invitations and without checking them against the questions.
 */
export const storeAnswers = async (tx: Database, surveyId: string, rows: readonly AnswerRow[]): Promise<void> => {
  const [survey] = await tx.select({ questions: surveys.questions }).from(surveys).where(eq(surveys.id, surveyId))
  const keys = new Map(survey?.questions.map(question => [question.id, questionKey(question)]))
  const days = new Map<Day, AnswerRow[]>()
  for (const { day, departmentId, answers } of rows) {
    const keyed = Object.entries(answers).map(([id, value]) => [keys.get(id) ?? id, value] as const)
    const row = { day, departmentId, answers: Object.fromEntries(keyed) }
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(row)
    else days.set(day, [row])
  }
  for (const [day, ofDay] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await insertAnswers(tx, surveyId, ofDay)
    await publishGroups(tx, surveyId, day)
  }
  await tx
    .update(surveys)
    .set({ responseCount: sql`${surveys.responseCount} + ${rows.length}` })
    .where(eq(surveys.id, surveyId))
}
