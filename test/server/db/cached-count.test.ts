import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { departments } from "../../../server/src/db/schema"
import { mergeTallies } from "../../../server/src/operations/housekeeping"
import { createRandom } from "../../../server/src/seed/random"
import { createTestApi, type TestApi } from "../../api"
import { isLong, sample } from "../../rounds"

/** Totals of lists that are not counted row by row (docs/contract.md#lists). */
let api: TestApi
let token = ""
beforeAll(async () => {
  api = await createTestApi()
})
beforeEach(async () => {
  token = await api.signIn("yonetici@platform.example")
})
afterAll(() => api.close())

const total = async (query = "") => (await api.call("GET", `/user/list?pageSize=1${query}`, { token })).value.totalCount as number
const counted = async (where = "true") =>
  Number(
    (await rowsOf<{ n: number }>(api.db, `select count(*)::int as n from users where deleted_at is null and ${where}`))[0]?.n,
  )

/** Every kind of filter, each compared with a count of the rows themselves. */
const agree = async () => {
  const ids = await api.db.select().from(departments)
  const tenants = sample(await rowsOf<{ id: string }>(api.db, `select id from tenants`), 8)
  expect(await total()).toBe(await counted())
  for (const status of [0, 1]) expect(await total(`&status=${status}`)).toBe(await counted(`status = ${status}`))
  for (const { id } of tenants) expect(await total(`&tenantId=${id}`)).toBe(await counted(`tenant_id = '${id}'::uuid`))
  for (const { id } of ids.slice(0, 3))
    expect(await total(`&departmentId=${id}&role=User&status=1`)).toBe(
      await counted(`department_id = '${id}'::uuid and role = 'User' and status = 1`),
    )
}

describe("the totals of people", () => {
  it("agree with a count of the rows after whatever statements changed", async () => {
    const random = createRandom(7)
    const [{ id: tenantId = "" } = {}] = await rowsOf<{ id: string }>(api.db, `select id from tenants limit 1`)
    const statements = [
      () => `insert into users (tenant_id, email, first_name, last_name, role, status)
        select '${tenantId}'::uuid, 'tally' || ${random.whole(1, 1_000_000)}::int || '-' || n || '@a.example', 'Ad', 'Soyad', 'User', n % 2
        from generate_series(1, ${random.whole(1, 40)}::int) n`,
      () => `update users set status = 1 - status where email like 'tally%' and score is null and random() < 0.5`,
      () => `update users set first_name = first_name || 'x' where email like 'tally%'`,
      () => `update users set deleted_at = now() where email like 'tally%' and random() < 0.2`,
      () => `update users set deleted_at = null where email like 'tally%' and random() < 0.2`,
      () => `update users set department_id = (select id from departments where tenant_id is null order by random() limit 1)
        where email like 'tally%'`,
      () => `delete from users where email like 'tally%' and random() < 0.2`,
    ]
    for (let round = 0; round < 30; round++) {
      const [statement] = [statements[random.whole(0, statements.length - 1)]]
      if (statement) await api.db.execute(statement())
      if (isLong ? round % 10 === 9 : round === 14) await agree()
    }
    await mergeTallies(api.db)
    await agree()
    const kinds = `select count(*)::int as n from people_tallies group by tenant_id, status, role, department_id having count(*) > 1`
    expect(await rowsOf(api.db, kinds)).toEqual([])
  })

  it("are summed up where people have changed since, whatever the size of the tables", async () => {
    await mergeTallies(api.db)
    await api.db.execute("create table summed (people bigint)")
    await api.db.execute(`create function note_sums() returns trigger language plpgsql as
      $$ begin insert into summed select people from gone; return null; end $$`)
    await api.db.execute(`create trigger noted after delete on people_tallies referencing old table as gone
      for each statement execute function note_sums()`)
    await api.db.execute(
      "update users set status = 1 - status where id = (select id from users where tenant_id is not null limit 1)",
    )
    await mergeTallies(api.db)
    await mergeTallies(api.db)
    // The two rows of the change, and the sums that they change.
    expect((await rowsOf(api.db, "select from summed")).length).toBeLessThanOrEqual(4)
    await api.db.execute("drop function note_sums cascade")
    await api.db.execute("drop table summed")
    await agree()
  })

  it("forget a statement that was taken back", async () => {
    const before = await total()
    await api.db
      .transaction(async tx => {
        await tx.execute("update users set deleted_at = now() where email like '%@yesilova.example'")
        throw new Error("taken back")
      })
      .catch(() => undefined)
    expect(await total()).toBe(before)
    await agree()
  })
})

describe("the counts of campaigns by status", () => {
  /** A date filter that all campaigns pass has them counted row by row. */
  const both = async (query = "", who = token) => {
    const read = async (more: string) =>
      (await api.call("GET", `/campaign/list?pageSize=1${query}${more}`, { token: who })).value as Record<string, unknown>
    const [tallied, counted] = [await read(""), await read("&startDate=1990-01-01")]
    expect([query, tallied.statusCounts, tallied.totalCount]).toEqual([query, counted.statusCounts, counted.totalCount])
    return tallied.totalCount as number
  }

  it("agree with a count of the rows after whatever statements changed, for everybody and at any time", async () => {
    const random = createRandom(11)
    const people = [token, await api.signIn("elif.yilmaz@yesilova.example"), await api.signIn("mert.aydin@sarikum.example")]
    const [{ brand_id: brand, category_id: category } = { brand_id: "", category_id: "" }] = await rowsOf<{
      brand_id: string
      category_id: string
    }>(api.db, "select brand_id, category_id from campaigns limit 1")
    const agree = async () => {
      for (const who of people)
        for (const query of ["", "&status=2", `&brandId=${brand}`, `&categoryId=${category}&brandId=${brand}`, "&brandId=x"])
          await both(query, who)
    }
    const tenant = "(select id from tenants order by random() limit 1)"
    const statements = [
      `insert into campaigns (tenant_id, title, description, reward_type, category_id, brand_id, start_date, end_date, intent, tenant_ids)
        select ${tenant}, 'Sayım ' || n, 'x', 0, category_id, brand_id, start_date + n * interval '1 hour', end_date + n * interval '1 hour',
          (array['draft', 'live', 'paused'])[1 + n % 3], case when n % 4 = 0 then array[${tenant}] else '{}' end
        from campaigns, generate_series(1, 2) n limit 20`,
      "update campaigns set intent = case when intent = 'draft' then 'live' else 'draft' end where title like 'Sayım%' and random() < 0.5",
      "update campaigns set end_date = now() + interval '1 day' where title like 'Sayım%' and start_date < now() and random() < 0.3",
      `update campaigns set brand_id = '${brand}'::uuid, category_id = '${category}'::uuid where title like 'Sayım%' and random() < 0.3`,
      `update campaigns set tenant_ids = array[${tenant}] where random() < 0.2`,
      "update campaigns set deleted_at = case when deleted_at is null then now() end where title like 'Sayım%' and random() < 0.4",
      "delete from campaigns where title like 'Sayım%' and random() < 0.2",
    ]
    await api.db.execute(statements[0] ?? "")
    for (let round = 0; round < 21; round++) {
      await api.db.execute(statements[random.whole(0, statements.length - 1)] ?? "")
      if (isLong ? round % 7 === 6 : round === 13) await agree()
    }
    await mergeTallies(api.db)
    await agree()
    api.advance(30 * 86_400_000)
    people.splice(0, 3, await api.signIn("yonetici@platform.example"), await api.signIn("elif.yilmaz@yesilova.example"))
    await agree()
    expect(await both("", people[0])).toBeGreaterThan(100)
  })
})
