import { sql } from "drizzle-orm"
import { type Database, rowsOf } from "../../db/open"
import { campaignWords } from "../words/campaigns"
import { familyNames, givenNames } from "../words/staff"
import { growDraws } from "./draws"
import { growFeedback } from "./feedback"
import { growHistory } from "./history"
import { growOffers } from "./offers"
import { growCompanies, growStaff, manyCompanies, ownerOf, owners, wordList } from "./owners"
import { growSurveys } from "./surveys"
import { growCampaignUses } from "./uses"

const large = {
  companies: 160,
  employees: 1_000_000,
  partners: 2_000,
  payments: 300,
  gifts: 2_000,
  campaigns: 100_000,
  draws: 2_000,
  announcements: 5_000,
  surveys: 2_000,
  answers: 200_000,
  feedback: 50_000,
  history: 150_000,
}
/** Rows that are added. */
export type Amounts = typeof large

const shareOf = (share: number) =>
  Object.fromEntries(Object.entries(large).map(([name, amount]) => [name, amount * share])) as Amounts

/** A year of 500 companies of 200 people: campaigns twice a month, a draw and a survey each quarter, a piece of feedback a week. */
const year: Amounts = {
  companies: 500,
  employees: 100_000,
  partners: 2_000,
  payments: 500,
  gifts: 2_000,
  campaigns: 12_000,
  draws: 2_000,
  announcements: 6_000,
  surveys: 2_000,
  answers: 200_000,
  feedback: 26_000,
  history: 150_000,
}

/** Many companies; on PostgreSQL alone: some statements are too large for the embedded database. */
const tenThousand: Amounts = {
  companies: 10_000,
  employees: 5_000_000,
  partners: 20_000,
  payments: 2_000,
  gifts: 10_000,
  campaigns: 1_000_000,
  draws: 20_000,
  announcements: 60_000,
  surveys: 20_000,
  answers: 200_000,
  feedback: 200_000,
  history: 2_000_000,
}
const thousand: Amounts = {
  companies: 1_000,
  employees: 100_000,
  partners: 2_000,
  payments: 200,
  gifts: 1_000,
  campaigns: 20_000,
  draws: 2_000,
  announcements: 6_000,
  surveys: 2_000,
  answers: 200_000,
  feedback: 20_000,
  history: 100_000,
}

/** Sizes for measurements; `demo` adds nothing to the demonstration. */
export const sizes = { demo: shareOf(0), medium: shareOf(1 / 10), large, year, thousand, "ten-thousand": tenThousand }
export type Size = keyof typeof sizes

/** Rows of one statement: the embedded database keeps the rows of a statement in memory. */
const batchSize = 20_000

/** Everybody was added before today. */
const growEmployees = async (db: Database, { from, to }: Range, employees: number) => {
  const secondsApart = Math.min(37, Math.floor(75_000_000 / employees))
  await db.execute(sql`insert into users (tenant_id, email, first_name, last_name, role, phone_number, status, department_id, hired_at, score, created_at)
      select ${ownerOf}, 'kisi' || n || '@buyuk.example', g.words ->> (n * 7 % g.length)::int, f.words ->> (n * 13 % f.length)::int, 'User',
        '05' || lpad((n * 7919 % 1000000000)::text, 9, '0'), (n % 14 <> 0)::int, d.id, date '2010-01-01' + (n * 37 % 5600)::int,
        n * 61 % 1000, timestamptz '2024-01-01' + n * ${secondsApart}::int * interval '1 second'
      from generate_series(${from}::bigint, ${to}::bigint) n cross join ${owners} o
      cross join ${wordList(givenNames)} g cross join ${wordList(familyNames)} f
      join (select id, (row_number() over (order by name)) - 1 as place, count(*) over () as places from departments where tenant_id is null) d
        on d.place = n % d.places`)
}

const growCampaigns = async (db: Database, { from, to }: Range, campaigns: number) => {
  await db.execute(sql`insert into campaigns (tenant_id, title, description, reward_type, reward_value, category_id, brand_id, start_date, end_date,
        participant_limit, intent, version, created_at, updated_at)
      select ${ownerOf}, (w.words ->> (n * 11 % w.length)::int) || ' ' || n, 'Ölçüm için üretildi.',
        (n % 2)::smallint, 5 + n % 60, b.categories[place.at], b.ids[place.at], made.at + (n % 30) * interval '1 day', made.at + (n % 30 + 40) * interval '1 day',
        250 * (1 + n % 8),
        case when n % 11 = 0 then 'draft' when n % 13 = 0 then 'paused' else 'live' end, 1 + n % 2,
        made.at, made.at + n % 2 * interval '1 hour'
      from generate_series(${from}::bigint, ${to}::bigint) n cross join ${owners} o
      cross join lateral (select now() - (${campaigns}::float8 - n) / ${campaigns}::float8 * interval '3 years' as at) made
      cross join ${wordList(campaignWords.map(([title]) => title))} w
      cross join (select array_agg(id order by created_at, id) as ids, array_agg(category_id order by created_at, id) as categories
        from brands where category_id is not null) b
      cross join lateral (select (1 + n % cardinality(b.ids))::int as at) place`)
}

type Range = { from: number; to: number }

/** From this many rows on, indexes are made once for all of them, in the transaction of the rows. */
const bulk = 1_000_000

const makingIndexesOnce = async (tx: Database, table: string, work: () => Promise<void>) => {
  const indexes = await rowsOf<{ name: string; definition: string }>(
    tx,
    sql`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = ${table}::regclass and not indisunique`,
  )
  for (const { name } of indexes) await tx.execute(sql`drop index ${sql.raw(name)}`)
  await work()
  await tx.execute(sql`set local maintenance_work_mem = '1GB'`)
  for (const { definition } of indexes) await tx.execute(sql.raw(definition))
}

/**
 * Adds records of every kind to a demonstration, the derived columns and tallies included. Every run adds the same rows, except
 * for their ids: their values are derived from their numbers. Each part is a transaction of its own.
 * @param report progress after each part
 */
export const grow = async (db: Database, amounts: Amounts, report: (text: string) => void): Promise<void> => {
  const part = (work: (tx: Database) => Promise<unknown>) =>
    db.transaction(async tx => {
      await tx.execute(sql`set local statement_timeout = 0`)
      await work(tx)
    })
  const inBatches = async (name: "employees" | "campaigns", work: (tx: Database, range: Range) => Promise<void>) => {
    const inAll = async (run: (work: (tx: Database) => Promise<void>) => Promise<unknown>) => {
      for (let from = 1; from <= amounts[name]; from += batchSize) {
        const to = Math.min(from + batchSize - 1, amounts[name])
        await run(tx => work(tx, { from, to }))
        report(`${to} ${name}`)
      }
    }
    const table = name === "employees" ? "users" : name
    if (amounts[name] < bulk) return inAll(part)
    await part(tx => makingIndexesOnce(tx, table, () => inAll(work => work(tx))))
  }
  if (amounts.companies) await part(tx => growCompanies(tx, amounts.companies))
  if (amounts.companies > manyCompanies) await part(growStaff)
  await inBatches("employees", (tx, range) => growEmployees(tx, range, amounts.employees))
  await part(tx => growOffers(tx, amounts, report))
  await inBatches("campaigns", (tx, range) => growCampaigns(tx, range, amounts.campaigns))
  await part(tx => tx.execute(sql`analyze`))
  await part(growCampaignUses)
  await part(tx => growDraws(tx, amounts.draws, report))
  await part(tx => growSurveys(tx, amounts, report))
  await part(tx => growFeedback(tx, amounts, report))
  await part(tx => growHistory(tx, amounts.history, report))
  await part(tx => tx.execute(sql`analyze`))
}
