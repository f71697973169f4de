import { sql } from "drizzle-orm"
import type { Database } from "../db/open"
import { campaignWords } from "./campaign-words"
import { growSurveys } from "./large-surveys"
import { familyNames, givenNames } from "./staff-words"

/** Sizes for measurements; `demo` adds nothing to the demonstration. */
export const sizes = {
  demo: { campaigns: 0, employees: 0, surveys: 0, answers: 0 },
  medium: { campaigns: 10_000, employees: 100_000, surveys: 200, answers: 20_000 },
  large: { campaigns: 100_000, employees: 1_000_000, surveys: 2_000, answers: 200_000 },
} as const
export type Size = keyof typeof sizes

/** Rows of one statement: the embedded database keeps the rows of a statement in memory. */
const batchSize = 20_000

const list = (words: readonly string[]) => sql`${JSON.stringify(words)}::text::jsonb`

/**
 * Adds campaigns, employees and surveys with answers to a demonstration. Every run adds the same rows, except for their ids: their values are
 * derived from their numbers. @param report progress after each statement
 */
export const grow = async (db: Database, size: Size, report: (text: string) => void): Promise<void> => {
  const { campaigns, employees } = sizes[size]
  await db.execute(sql`set statement_timeout = 0`)
  for (let from = 1; from <= employees; from += batchSize) {
    const to = Math.min(from + batchSize - 1, employees)
    await db.execute(sql`insert into users (tenant_id, email, first_name, last_name, role, phone_number, status, department_id, hired_at, score, created_at)
      select t.id, 'kisi' || n || '@buyuk.example', g.words ->> (n * 7 % g.length)::int, f.words ->> (n * 13 % f.length)::int, 'User',
        '05' || lpad((n * 7919 % 1000000000)::text, 9, '0'), (n % 14 <> 0)::int, d.id, date '2010-01-01' + (n * 37 % 5600)::int,
        n * 61 % 1000, timestamptz '2024-01-01' + n * interval '37 seconds'
      from generate_series(${from}::bigint, ${to}::bigint) n
      cross join (select ${list(givenNames)} as words, ${givenNames.length}::int as length) g
      cross join (select ${list(familyNames)} as words, ${familyNames.length}::int as length) f
      join (select id, (row_number() over (order by created_at, id)) - 1 as place, count(*) over () as places from tenants) t
        on t.place = n % t.places
      join (select id, (row_number() over (order by name)) - 1 as place, count(*) over () as places from departments where tenant_id is null) d
        on d.place = n % d.places`)
    report(`${to} employees`)
  }
  const titles = campaignWords.map(([title]) => title)
  for (let from = 1; from <= campaigns; from += batchSize) {
    const to = Math.min(from + batchSize - 1, campaigns)
    await db.execute(sql`insert into campaigns (tenant_id, title, description, reward_type, reward_value, category_id, brand_id, start_date, end_date,
        participant_limit, intent, created_at)
      select t.id, (w.words ->> (n * 11 % w.length)::int) || ' ' || n, 'Ölçüm için üretildi.',
        (n % 2)::smallint, 5 + n % 60, b.category_id, b.id, made.at + (n % 30) * interval '1 day', made.at + (n % 30 + 40) * interval '1 day',
        250 * (1 + n % 8), case when n % 11 = 0 then 'draft' when n % 13 = 0 then 'paused' else 'live' end,
        made.at
      from generate_series(${from}::bigint, ${to}::bigint) n
      cross join lateral (select now() - (${campaigns}::float8 - n) / ${campaigns}::float8 * interval '3 years' as at) made
      cross join (select ${list(titles)} as words, ${titles.length}::int as length) w
      join (select id, (row_number() over (order by created_at, id)) - 1 as place, count(*) over () as places from tenants) t
        on t.place = n % t.places
      join (select id, category_id, (row_number() over (order by created_at, id)) - 1 as place, count(*) over () as places
        from brands where category_id is not null) b on b.place = n % b.places`)
    report(`${to} campaigns`)
  }
  await growSurveys(db, sizes[size], report)
  await db.execute(sql`analyze`)
}
