import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rowsOf } from "../../server/src/db"
import { sumUpPeople } from "../../server/src/housekeeping"
import { lately } from "../../server/src/lately"
import { holds } from "../../server/src/list"
import { departments, users } from "../../server/src/schema"
import { createRandom } from "../../server/src/seed/random"
import { createTestApi, type TestApi } from "../api"

/** Totals of lists that are not counted row by row (decisions §12, Lists). */
let api: TestApi
let token = ""
beforeAll(async () => {
  api = await createTestApi()
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
  const tenants = await rowsOf<{ id: string }>(api.db, `select id from tenants`)
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
      if (round % 10 === 9) await agree()
    }
    await sumUpPeople(api.db)
    await agree()
    const kinds = `select count(*)::int as n from people_tallies group by tenant_id, status, role, department_id having count(*) > 1`
    expect(await rowsOf(api.db, kinds)).toEqual([])
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

describe("a keyword's total", () => {
  const of = (rows: number) => {
    const asked = { times: 0 }
    const count = async () => {
      asked.times++
      return rows
    }
    return { asked, ask: () => lately({ db: api.db, clock: api.now }, users, holds(users.search, `${rows}`), count, n => n) }
  }

  it("is counted each time where it is small", async () => {
    const { asked, ask } = of(9_999)
    expect([await ask(), await ask()]).toEqual([9_999, 9_999])
    expect(asked.times).toBe(2)
  })

  it("is told again for 30 seconds where it is large, to the same question alone", async () => {
    const { asked, ask } = of(10_000)
    await ask()
    expect(await ask()).toBe(10_000)
    expect(asked.times).toBe(1)
    const other = of(20_000)
    expect(await other.ask()).toBe(20_000)
    api.advance(29_999)
    await ask()
    expect(asked.times).toBe(1)
    api.advance(1)
    await ask()
    expect(asked.times).toBe(2)
  })
})
