import { isNull, sql } from "drizzle-orm"
import { fold } from "../../../src/core/text/fold"
import type { Database } from "../db/open"
import { categories, departments, payments } from "../db/schema"
import { createRandom, type Random } from "./random"
import { familyNames, givenNames, providerWords } from "./words/staff"
import { day, type World } from "./world"

/** Employees of every company and subsidiary, payment providers, and the metadata of gift cards. */
type Given = Pick<World, "today" | "owners"> & { portraits: string[] }

const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** Numbers of employees: of the company itself, and of each subsidiary. */
const sizes = [
  [1_150, 620],
  [760, 340],
] as const

/** A name as the letters of an address. */
const mailName = (name: string) =>
  fold(name)
    .normalize("NFD")
    .replaceAll("ł", "l")
    .replace(/[^a-z]/g, "")

/** Answers of people who were added to the console later than this make no group of a survey's report (docs/contract.md#survey-report). */
const minKnownDays = 15

const employeeOf = (random: Random, today: number, departmentIds: string[], tenantId: string, domain: string, number: number) => {
  const [first, last] = [random.pick(givenNames), random.pick(familyNames)]
  // Few are new, some have been employed for more than ten years.
  const days = random.chance(0.06)
    ? random.whole(1, 85)
    : random.chance(0.2)
      ? random.whole(3_700, 9_000)
      : random.whole(90, 3_600)
  return {
    tenant_id: tenantId,
    email: `${mailName(first)}.${mailName(last)}${number}@${domain}`,
    first_name: first,
    last_name: last,
    phone_number: `05${random.pick(["32", "33", "42", "44", "53", "55"])}${String(random.whole(0, 9_999_999)).padStart(7, "0")}`,
    status: random.chance(0.93) ? 1 : 0,
    department_id: random.chance(0.96) ? random.pick(departmentIds) : null,
    hired_at: isoDay(today - days * day),
    score: random.chance(0.9) ? random.whole(0, 1_000) : null,
    created_at: new Date(
      today - Math.min(Math.max(days, minKnownDays), 700) * day + random.whole(8, 17) * 3_600_000,
    ).toISOString(),
  }
}

const seedEmployees = async (db: Database, { today, owners, portraits }: Given) => {
  const random = createRandom(20_260_204)
  const rows = await db.select().from(departments).where(isNull(departments.tenantId))
  const departmentIds = rows.sort((a, b) => (a.name < b.name ? -1 : 1)).map(row => row.id)
  const domains = ["yesilova.example", "sarikum.example"]
  let number = 1_000
  const people = owners.flatMap(({ id, subsidiaries }, at) =>
    [id, ...subsidiaries].flatMap((tenantId, place) =>
      Array.from({ length: sizes[at]?.[place === 0 ? 0 : 1] ?? 0 }, () =>
        employeeOf(random, today, departmentIds, tenantId, domains[at] ?? "", ++number),
      ),
    ),
  )
  // One JSON parameter: thousands of rows with a parameter for each value would exceed the limit of a statement.
  await db.execute(sql`insert into users (tenant_id, email, first_name, last_name, role, phone_number, status, department_id, hired_at, score, created_at, updated_at)
    select tenant_id, email, first_name, last_name, 'User', phone_number, status, department_id, hired_at, score, created_at, created_at
    from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as person (tenant_id uuid, email text, first_name text, last_name text,
      phone_number text, status smallint, department_id uuid, hired_at date, score integer, created_at timestamptz)`)
  // The people seeded before get a telephone number, a department and a first day.
  await db.execute(sql`update users set phone_number = '0532555' || lpad((n % 10000)::text, 4, '0'),
      department_id = (select id from departments where tenant_id is null order by name collate "C" offset n % ${departmentIds.length}::int limit 1),
      hired_at = ${isoDay(today)}::date - (40 + n * 37 % 3000)::int, score = n * 61 % 1000
    from (select id as person, (row_number() over (order by email collate "C"))::int as n from users where hired_at is null and role <> 'Administrator') as numbered
    where users.id = person`)
  // Three of four people have a picture.
  await db.execute(sql`update users set logo = ${JSON.stringify(portraits)}::text::jsonb ->> (n * 7 % ${portraits.length}::int)::int
    from (select id as person, (row_number() over (order by email collate "C"))::int as n from users) as numbered
    where users.id = person and n % 4 <> 0`)
  await db.execute(sql`analyze users`)
}

const seedProviders = async (db: Database, { today, owners }: Given) => {
  const named = new Map((await db.select().from(categories)).map(row => [row.name, row.id]))
  await db.insert(payments).values(
    providerWords.map(([name, description, category, contactPerson, address], at) => {
      const domain = `${fold(name).replaceAll(" ", "-")}.example`
      // The last two belong to a company; each company uses some of the platform's.
      const owner = at >= 6 ? owners[at - 6] : undefined
      const users = owner
        ? [owner.id, ...owner.subsidiaries]
        : owners.filter((_, place) => (at >> place) % 2 === 1).map(({ id }) => id)
      const createdAt = new Date(today - (at * 23 + 5) * day)
      return {
        tenantId: owner?.id ?? null,
        name,
        description,
        tenantIds: users,
        categoryIds: [named.get(category)].filter(id => id !== undefined),
        contactPerson,
        email: `destek@${domain}`,
        phone: `0850444${String(1_100 + at * 7)}`,
        website: `https://www.${domain}`,
        address,
        status: at === 4 ? 0 : 1,
        createdAt,
        updatedAt: createdAt,
      }
    }),
  )
}

const seedMetadata = (db: Database) =>
  db.execute(sql`update gifts set metadata = jsonb_build_object('teslimat', case when max_usage > 100 then 'kod' else 'kart' end,
    'kanallar', jsonb_build_array('uygulama', 'mağaza'), 'iade', brand_id is null)`)

export const seedStaff = async (db: Database, world: Given) => {
  await seedEmployees(db, world)
  await seedProviders(db, world)
  await seedMetadata(db)
}
