import { type SQL, sql } from "drizzle-orm"
import type { Database } from "../../db/open"
import { familyNames } from "../words/staff"

/** Companies for measurements, and the company of each row that is added. */

const domain = "buyuk-sirket"
const isAdded = sql`coalesce(domain, '') like ${`${domain}-%`}`

/** A list of words in SQL: `words` and its `length`. */
export const wordList = (words: readonly string[]): SQL =>
  sql`(select ${JSON.stringify(words)}::text::jsonb as words, ${words.length}::int as length)`

/** Adds companies, three quarters of which are subsidiaries of the others. */
export const growCompanies = async (db: Database, companies: number): Promise<void> => {
  const parents = Math.ceil(companies / 4)
  const add = (from: number, to: number, parent: SQL) =>
    db.execute(sql`insert into tenants (parent_id, name, domain, industry, company_size, created_at)
      select ${parent}, (w.words ->> (n * 7 % w.length)::int) || ' ' || n, ${domain} || '-' || n || '.example', 0, (n % 4)::smallint,
        timestamptz '2024-06-01' + n * interval '1 hour'
      from generate_series(${from}::bigint, ${to}::bigint) n cross join ${wordList(familyNames)} w`)
  await add(1, parents, sql`null::uuid`)
  await add(
    parents + 1,
    companies,
    sql`(select id from tenants where domain = ${domain} || '-' || (1 + n % ${parents}::int) || '.example')`,
  )
}

/** Gives each company that was added departments of its own and an administrator who gets the summary of Mondays. */
export const growStaff = async (db: Database): Promise<void> => {
  await db.execute(sql`insert into departments (tenant_id, name)
    select t.id, own.name from tenants t cross join unnest(array['Depo', 'Saha', 'Vardiya']) as own(name) where ${isAdded}`)
  await db.execute(sql`with staff as (
      insert into users (tenant_id, email, first_name, last_name, role, created_at)
      select id, 'yonetici@' || domain, name, 'Yöneticisi', 'TenantAdmin', created_at from tenants where ${isAdded} returning id)
    insert into summaries (user_id, rhythm, language) select id, 'weekly', 'tr' from staff`)
}

/** With more companies than this, those of the demonstration own every 25th row, with fewer every second one. */
export const manyCompanies = 500

/** The companies, to be joined to rows `n`. */
export const owners = sql`(select case when count(*) filter (where ${isAdded}) > ${manyCompanies}::int then 25 else 2 end as every,
  array_agg(id order by created_at, id) filter (where not ${isAdded}) as shown,
  coalesce(array_agg(id order by created_at, id) filter (where ${isAdded}), '{}') as added
  from tenants where deleted_at is null)`

/** The company of row `n` where {@link owners} are `o`. */
export const ownerOf = sql`case when n % o.every = 0 or cardinality(o.added) = 0 then o.shown[1 + (n / o.every % cardinality(o.shown))::int]
  else o.added[1 + ((n - 1 - n / o.every) % cardinality(o.added))::int] end`
