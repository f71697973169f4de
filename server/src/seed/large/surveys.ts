import { isNull, sql } from "drizzle-orm"
import { topRating } from "../../../../src/contract/surveys/surveys"
import { addDays } from "../../../../src/core/dates/dates"
import { type Database, rowsOf } from "../../db/open"
import { departments } from "../../db/schema"
import { type AnswerRow, storeAnswers } from "../../resources/surveys/tallies"
import { surveyWords } from "../words/surveys"
import { ownerOf, owners, wordList } from "./owners"

/** Surveys with answers for measurements: one with half of all answers, the others with {@link answersOfOthers} each. */
const answersOfOthers = 1_000
/** Days with answers: of the large survey, and of each other. */
const days = { large: 60, other: 5 }

const options = ["Her gün", "Haftada birkaç kez", "Ayda bir", "Hiç"]
const questions = [
  { id: "a", type: "rating", text: "Ne kadar memnunsunuz?", options: [] },
  { id: "b", type: "single_choice", text: "Ne sıklıkla kullanıyorsunuz?", options },
  { id: "c", type: "multiple_choice", text: "Hangileri iyileşsin?", options: ["Hız", "Kalite", "Fiyat", "İletişim"] },
  { id: "d", type: "yes_no", text: "Önerir misiniz?", options: [] },
].map(question => ({ ...question, description: "", required: true }))

/** The answer with this number: its values follow from the number. */
const answerOf = (number: number): AnswerRow["answers"] => ({
  a: 1 + ((number * 7 + (number % 11)) % topRating),
  b: options[(number * 13) % options.length] ?? "",
  c: ["Hız", "Kalite", "Fiyat", "İletişim"].filter((_, at) => (number >> at) % 2 === 0 || at === number % 4),
  d: number % 3 !== 0,
})

/** @param report progress after each survey with many answers */
export const growSurveys = async (
  db: Database,
  { surveys, answers }: { surveys: number; answers: number },
  report: (text: string) => void,
): Promise<void> => {
  if (!surveys) return
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`insert into surveys (tenant_id, title, type, intent, start_date, end_date, questions, created_at)
      select ${ownerOf}, (w.words ->> (n * 11 % w.length)::int) || ' ' || n, (n % 4)::smallint,
        case when n % 7 = 3 then 'draft' when n % 5 = 2 then 'closed' else 'active' end,
        made.at, made.at + interval '90 days', ${JSON.stringify(questions)}::text::jsonb, made.at
      from generate_series(1, ${surveys}::bigint) n cross join ${owners} o
      cross join lateral (select now() - (1 + n % 700) * interval '1 day' as at) made
      cross join ${wordList(surveyWords.map(([title]) => title))} w
      order by n returning id`,
  )
  const departmentIds = (await db.select({ id: departments.id }).from(departments).where(isNull(departments.tenantId))).map(
    ({ id }) => id,
  )
  const today = new Date().toISOString().slice(0, 10)
  const store = async (surveyId: string, count: number, dayCount: number) => {
    const given = Array.from(
      { length: count },
      (_, number): AnswerRow => ({
        departmentId: departmentIds[(number * 5) % departmentIds.length] ?? null,
        day: addDays(today, -1 - (number % dayCount)),
        answers: answerOf(number),
      }),
    )
    await db.transaction(tx => storeAnswers(tx, surveyId, given))
  }
  const [large, ...others] = rows
  if (large) await store(large.id, answers / 2, days.large)
  report(`${surveys} surveys, ${answers / 2} answers to one`)
  for (const { id } of others.slice(0, answers / 2 / answersOfOthers)) await store(id, answersOfOthers, days.other)
  report(`${answers} answers`)
}
