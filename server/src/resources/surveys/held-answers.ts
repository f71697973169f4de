import { sql } from "drizzle-orm"
import { smallestGroup } from "../../../../src/contract/surveys/report"
import type { Day } from "../../../../src/core/dates/dates"
import { type Database, rowsOf } from "../../db/open"
import { type AnswerRow, insertAnswer, publishGroups } from "./tallies"

/**
 * Participation after a small invitation (docs/security.md#respondents-of-surveys): whoever invites one person would see in the next
 * answer that it is theirs. From then on answers of the survey, of whoever they are, are held, and counted in groups of
 * {@link smallestGroup}; what is left over is counted never. Answers of newcomers are held in any survey, apart from the others: a
 * report shows whether a group has one, and an administrator makes a newcomer of whom he likes by another e-mail address.
 */

type Held = Omit<AnswerRow, "day">

/** Newcomers of a company's first survey make a group by themselves, which is in no department. */
const isSingled = ({ newcomer, founding }: Held) => newcomer === true && !founding

/** Counts the answers of a survey in groups from now on. */
export const countInGroups = (tx: Database, surveyId: string) =>
  tx.execute(sql`update surveys set counts_in_fives = true where id = ${surveyId}`)

export const isCountedInGroups = async (db: Database, surveyId: string): Promise<boolean> => {
  const [row] = await rowsOf<{ found: boolean }>(db, sql`select counts_in_fives as found from surveys where id = ${surveyId}`)
  return row?.found === true
}

/** Adds to the number of invitations that a survey's row has. */
export const countInvitations = (tx: Database, surveyId: string, more: number) =>
  more ? tx.execute(sql`update surveys set invitations = invitations + ${more} where id = ${surveyId}`) : undefined

/**
 * Returns how many people were invited, and how many of them have answered, without held answers. One statement of one shard, so that
 * no answer stands between the two numbers.
 */
export const readParticipation = async (db: Database, surveyId: string): Promise<{ invited: number; answered: number }> => {
  const [row] = await rowsOf<{ invited: number; answered: number }>(
    db,
    sql`select sent.people as invited, sent.used - held.people as answered
      from (select count(*)::int as people, count(*) filter (where used)::int as used from survey_invitations where survey_id = ${surveyId}) sent,
        (select count(*)::int as people from survey_held_answers where survey_id = ${surveyId}) held`,
  )
  return row ?? { invited: 0, answered: 0 }
}

/**
 * Adds an answer to those of its kind that are held, which are stored again in a random order.
 * @returns those that are counted now: of newcomers without department, where one of them may be the only newcomer
 */
const hold = async (tx: Database, surveyId: string, row: Held): Promise<Held[]> => {
  const held = await rowsOf<Held>(
    tx,
    sql`with before as (delete from survey_held_answers
        where survey_id = ${surveyId} and (newcomer and not founding) = ${isSingled(row)}::boolean
        returning department_id as "departmentId", newcomer, founding, answers)
      select * from before order by random()`,
  )
  const all = [...held, row]
  if (all.length >= smallestGroup) return isSingled(row) ? all.map(each => ({ ...each, departmentId: null })) : all
  await tx.execute(
    sql`insert into survey_held_answers (survey_id, department_id, newcomer, founding, answers)
      select ${surveyId}::uuid, "departmentId", coalesce(newcomer, false), coalesce(founding, false), answers
      from jsonb_to_recordset(${JSON.stringify(all)}::text::jsonb)
        as given ("departmentId" uuid, newcomer boolean, founding boolean, answers jsonb) order by random()`,
  )
  return []
}

/**
 * Stores the answers of a respondent, and counts them at once or with others. The caller holds the survey's row lock.
 * @param day the day under which they enter the report
 */
export const storeAnswer = async (tx: Database, surveyId: string, row: Held, day: Day) => {
  const counted = isSingled(row) || (await isCountedInGroups(tx, surveyId)) ? await hold(tx, surveyId, row) : [row]
  if (!counted.length) return
  await tx.execute(sql`update surveys set response_count = response_count + ${counted.length} where id = ${surveyId}`)
  for (const each of counted) await insertAnswer(tx, surveyId, each)
  await publishGroups(tx, surveyId, day)
}
