import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { codes, idempotencyKeys, refreshTokens, sessions, users } from "../../../server/src/db/schema"
import { folderStore } from "../../../server/src/media/store"
import { deleteExpired, deleteOldAudit, findLongPictures, whenDue } from "../../../server/src/operations/housekeeping"
import { lacksPictures } from "../../../server/src/operations/orphans"
import { accounts, createTestApi, type TestApi } from "../../api"

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ["refresh_tokens", "sessions", "codes"]) await api.db.execute(`delete from ${table}`)
})

const day = 86_400_000

it("a process with a folder of its own finds out that it lacks the pictures of the others", async () => {
  const other = folderStore(join(tmpdir(), "no-such-folder"))
  expect([await lacksPictures(api.db, api.deps.store), await lacksPictures(api.db, other)]).toEqual([false, true])
})

it("daily work is due a day after its last run, also of an earlier process, and where no file can be written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "campaigns-due-"))
  const day = 86_400_000
  for (const [file, isKept] of [
    [join(folder, "housekeeping"), true],
    [join(folder, "missing", "housekeeping"), false],
  ] as const) {
    const runs: string[] = []
    const process = (name: string) => whenDue(file, async () => void runs.push(name))
    const first = process("first")
    for (const hours of [0, 1, 23]) await first(10 * day + hours * 3_600_000)
    await process("second")(10.9 * day)
    await first(11 * day)
    expect(runs).toEqual(isKept ? ["first", "first"] : ["first", "second", "first"])
  }
  rmSync(folder, { recursive: true })
})

describe("the hourly housekeeping", () => {
  it("removes what no rule asks about any more, and nothing else", async () => {
    const refreshToken = (await api.signInByCode(accounts.elif))?.refreshToken
    const old = await api.signInByCode(accounts.mert)
    await api.call("POST", "/api/auth/logout", { token: old?.token })
    await api.db.update(sessions).set({ userAgent: "Living" })
    const [person] = await api.db.select().from(users)
    const key = { userId: person?.id ?? "", requestHash: "x", answer: {} }
    const at = (ms: number) => new Date(api.now() - ms)
    await api.db.insert(idempotencyKeys).values([
      { ...key, key: "old", createdAt: at(2 * day) },
      { ...key, key: "new", createdAt: at(day / 2) },
    ])
    await deleteExpired(api.db, api.now())
    expect((await api.db.select().from(codes)).length).toBe(2)
    expect((await api.db.select().from(sessions)).length).toBe(2)
    expect((await api.db.select().from(idempotencyKeys)).map(row => row.key)).toEqual(["new"])

    api.advance(2 * day)
    await deleteExpired(api.db, api.now())
    expect(await api.db.select().from(codes)).toEqual([])
    const [living, ended] = (await api.db.select().from(sessions)).sort((a, b) => Number(a.revokedAt) - Number(b.revokedAt))
    expect([living?.revokedAt, living?.userAgent]).toEqual([null, "Living"])
    expect([ended?.revokedAt, ended?.userAgent]).toEqual([expect.any(Date), ""])
    expect([...new Set((await api.db.select().from(refreshTokens)).map(row => row.sessionId))]).toEqual([living?.id])
    expect((await api.call("POST", "/api/auth/refresh", { body: { refreshToken } })).status).toBe(200)

    api.advance(40 * day)
    await deleteExpired(api.db, api.now())
    expect([await api.db.select().from(sessions), await api.db.select().from(refreshTokens)]).toEqual([[], []])
  })

  it("goes on where one step fails, and tells of it", async () => {
    const own = await createTestApi()
    try {
      await own.signInByCode(accounts.elif)
      await own.db.execute("alter table outbox rename to outbox_away")
      own.advance(40 * day)
      await expect(deleteExpired(own.db, own.now())).rejects.toThrow("outbox")
      expect([await own.db.select().from(codes), await own.db.select().from(sessions)]).toEqual([[], []])
      await own.db.execute("alter table outbox_away rename to outbox")
    } finally {
      await own.close()
    }
  })
})

describe("the retention of the audit log", () => {
  const add = (id: number, days: number, { entity = "campaign", action = "update", after = "'{}'::jsonb" } = {}) =>
    api.db.execute(`insert into audit (id, at, entity, entity_id, action, after, request_id) overriding system value
      values (${id}, now() - interval '${days} days', '${entity}', gen_random_uuid(), '${action}', ${after}, 'retention')`)
  const ids = async () => {
    const rows = await rowsOf<{ id: string }>(api.db, "select id from audit where request_id = 'retention' order by id")
    return rows.map(row => Number(row.id))
  }

  it("deletes what is older, in batches, but for the record of an erased person for three years", async () => {
    const erased = { entity: "user", action: "delete", after: "null" }
    await add(-9, 1_200, erased)
    await add(-8, 1_000, erased)
    await api.db.execute(`insert into audit (id, at, entity, entity_id, action, request_id) overriding system value
      select -n, now() - interval '500 days', 'user', gen_random_uuid(), 'update', 'retention' from generate_series(1000, 2001) n`)
    await add(-6, 399)
    const deleted = await deleteOldAudit(api.db, Date.now(), 400)
    const left = await ids()
    expect([deleted, ...[-9, -8, -6].map(id => left.includes(id))]).toEqual([1_003, false, true, true])
    expect(await deleteOldAudit(api.db, Date.now(), 400)).toBe(0)
  })

  it("is the one way to delete entries, and only those above 90 days", async () => {
    await add(-5, 89)
    await expect(api.db.execute("delete from audit where id = -5")).rejects.toThrow()
    await expect(deleteOldAudit(api.db, Date.now(), 88)).rejects.toThrow()
    expect(await ids()).toContain(-5)
  })
})

describe("a picture's address that was stored before there was a limit", () => {
  const long = `https://a.example/${"a".repeat(900_000)}`
  const tables = { tenants: "logo", users: "logo", brands: "logo", payments: "logo", gifts: "card_image" }

  it("is in no answer, and is named by the daily upkeep", async () => {
    const own = await createTestApi()
    try {
      const token = await own.signIn(accounts.admin)
      const [brand] = (await own.call("GET", "/brand/list", { token })).body.value.brands
      await own.call("PUT", "/brand/update", { token, body: { brandId: brand.id, name: "Kuzey" } })
      expect(await findLongPictures(own.db)).toEqual([])
      for (const [table, column] of Object.entries(tables))
        await own.db.execute(`update ${table} set ${column} = '${long}' where id in (select id from ${table} limit 2)`)
      await own.db.transaction(async tx => {
        await tx.execute("set local session_replication_role = replica")
        await tx.execute(`update audit set after = jsonb_set(after, '{logo}', to_jsonb('${long}'::text)) where entity = 'brand'`)
      })
      const paths = [
        "/user/list",
        "/brand/list",
        "/payment/list",
        "/gift/list",
        "/company/list",
        "/audit/list",
        "/tenant/mytenant",
      ]
      const company = await own.signIn(accounts.elif)
      const answers = await Promise.all(
        [...paths, `/brand/${brand.id}`].flatMap(path => [token, company].map(token => own.call("GET", path, { token }))),
      )
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(paths.length)
      expect(answers.filter(({ body }) => JSON.stringify(body).length > 100_000)).toEqual([])
      const named = await findLongPictures(own.db)
      expect([...new Set(named.map(record => record.split(" ")[0]))].sort()).toEqual(Object.keys(tables).sort())
    } finally {
      await own.close()
    }
  })
})
