import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { codes, idempotencyKeys, media, refreshTokens, sessions, users } from "../../../server/src/db/schema"
import { kinds } from "../../../server/src/kinds"
import { folderStore } from "../../../server/src/media/store"
import {
  createHousekeeping,
  deleteExpired,
  deleteOldAudit,
  findLongPictures,
  keptDeliveries,
} from "../../../server/src/operations/housekeeping"
import {
  completeReferences,
  deleteOrphanedMedia,
  lacksPictures,
  picturesInLog,
  spreadLog,
} from "../../../server/src/operations/orphans"
import { stripStoredPictures } from "../../../server/src/operations/picture-metadata"
import type { ImageType } from "../../../src/core/image-type"
import { accounts, createTestApi, type TestApi } from "../../api"
import { metadataCases } from "../../pictures"

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

describe("the daily work", () => {
  const failures: { housekeeping: string }[] = []
  const process = () =>
    createHousekeeping({
      opened: { db: api.db, engine: "postgres", hasDiskSpace: async () => true },
      deps: {
        ...api.deps,
        log: { warn: (entry: { housekeeping: string }) => failures.push(entry), info: () => {} } as never,
      },
    })
  const successes = () =>
    rowsOf<{ step: string; at: string }>(
      api.db,
      "select step, succeeded_at::text as at from housekeeping where succeeded_at is not null",
    )
  const succeeded = async (step: string) => (await successes()).find(row => row.step === step)?.at
  beforeEach(() => api.db.execute("delete from housekeeping"))

  it("is done a day after its last success, whichever process that was", async () => {
    const [first, second] = [process(), process()]
    await first.runDaily()
    const before = await successes()
    expect(before.map(({ step }) => step).sort()).toEqual([
      "companies",
      "longAddresses",
      "pictureMetadata",
      "pictures",
      "references",
    ])
    api.advance(day - 1)
    await second.runDaily()
    expect(await successes()).toEqual(before)
    api.advance(1)
    await second.runDaily()
    expect((await successes()).filter(({ step, at }) => before.some(row => row.step === step && row.at === at))).toEqual([])
  })

  it("is done once by several processes at the same time, and by another one an hour after the end of one", async () => {
    failures.length = 0
    await api.db.execute("update brands set logo = repeat('x', 2001) where id = (select id from brands order by id limit 1)")
    const found = () => failures.filter(({ housekeeping }) => housekeeping.startsWith("addresses of pictures"))
    await Promise.all([process(), process(), process()].map(one => one.runDaily()))
    expect(found()).toHaveLength(1)
    // One that was killed has it, and no success.
    await api.db.execute("update housekeeping set succeeded_at = null")
    await process().runDaily()
    expect(found()).toHaveLength(1)
    api.advance(day / 24)
    await process().runDaily()
    expect(found()).toHaveLength(2)
    await api.db.execute("update brands set logo = '' where length(logo) > 2000")
  })

  it("goes on with the other steps where one fails, which is tried again with the next run", async () => {
    failures.length = 0
    await api.db.execute("alter table picture_references rename to away")
    await process().runDaily()
    expect((await successes()).map(({ step }) => step).sort()).toEqual([
      "companies",
      "longAddresses",
      "pictureMetadata",
      "references",
    ])
    expect(failures.map(entry => entry.housekeeping)).toEqual(["pictures failed"])
    await api.db.execute("alter table away rename to picture_references")
    await process().runDaily()
    expect(await succeeded("pictures")).toBeDefined()
  })

  it("is done at once where the clock was ahead at its last success", async () => {
    api.advance(400 * day)
    await process().runDaily()
    const ahead = await succeeded("pictures")
    api.advance(-400 * day)
    await process().runDaily()
    expect(await succeeded("pictures")).not.toBe(ahead)
  })

  it("takes the metadata out of pictures of earlier releases, each once, under their address", async () => {
    const names = new Map<string, Uint8Array>()
    const add = async (at: number, type: ImageType, bytes: Uint8Array) => {
      const hash = at.toString(16).padStart(64, "e")
      names.set(`${hash}.${type}`, bytes)
      await api.deps.store.put(`${hash}.${type}`, bytes, "")
      await api.db.insert(media).values({ hash, type, size: bytes.length, createdAt: new Date(api.now()) })
    }
    for (const [at, [type, , given]] of metadataCases.entries()) await add(at, type, given)
    await add(250, "png", new Uint8Array([1, 2, 3]))
    const read: string[] = []
    const store = { ...api.deps.store, get: (name: string) => api.deps.store.get(read[read.push(name) - 1] ?? "") }
    const first = await stripStoredPictures(api.db, store)
    expect(first.unreadable).toEqual([expect.stringMatching(/efa\.png$/)])
    expect(read).toEqual(expect.arrayContaining([...names.keys()]))
    for (const [at, [type, what, , stored]] of metadataCases.entries()) {
      const bytes = await api.deps.store.get(`${at.toString(16).padStart(64, "e")}.${type}`)
      expect(Buffer.from(bytes ?? []).equals(stored), what).toBe(true)
    }
    read.length = 0
    expect((await stripStoredPictures(api.db, store)).changed).toBe(0)
    expect(read).toEqual(first.unreadable)
    await api.db.execute("delete from media where hash like 'eeee%'")
  })

  it("deletes any number of rows, in slices", async () => {
    await api.db.execute(`insert into codes (email, code_hash, address, created_at, expires_at)
      select 'a@b.example', 'x', 'y', '2000-01-01', '2000-01-02' from generate_series(1, 2500)`)
    await process().runHourly()
    expect((await rowsOf(api.db, "select from codes where code_hash = 'x'")).length).toBe(0)
    expect(await succeeded("codes")).toBeDefined()
  })

  it("is done each hour by one of several processes, and by another one where that was killed", async () => {
    await api.db.execute("create table runs (at timestamptz)")
    await api.db.execute(`create function note_run() returns trigger language plpgsql as
      $$ begin insert into runs values (now()); return null; end $$`)
    await api.db.execute("create trigger noted after delete on codes for each statement execute function note_run()")
    const runs = async () => (await rowsOf(api.db, "select from runs")).length
    const all = () => Promise.all([process(), process(), process()].map(one => one.runHourly()))
    await all()
    await all()
    expect(await runs()).toBe(1)
    api.advance(day / 24)
    await all()
    expect(await runs()).toBe(2)
    await api.db.execute("update housekeeping set succeeded_at = null")
    await all()
    expect(await runs()).toBe(2)
    api.advance(day / 24)
    await all()
    expect(await runs()).toBe(3)
    await api.db.execute("drop function note_run cascade")
    await api.db.execute("drop table runs")
  })

  it("keeps the newest of an endpoint's deliveries that arrived, and what did not arrive", async () => {
    const [endpoint] = await rowsOf<{ id: string }>(
      api.db,
      `insert into webhooks (url, description, events, secret, ends_checked_at, created_at)
        values ('https://a.example', '', '{}', 'x', now(), now()) returning id`,
    )
    const add = (state: string, count: number) =>
      api.db.execute(`insert into jobs (webhook_id, type, body, state, created_at)
        select '${endpoint?.id}', 'brand.created', '', '${state}', '${new Date(api.now()).toISOString()}' from generate_series(1, ${count})`)
    const countsOf = () =>
      rowsOf(
        api.db,
        `select state, count(*)::int as count, min(id) > ${keptDeliveries / 100} as is_newest from jobs
          where webhook_id = '${endpoint?.id}' group by state order by state`,
      )
    await add("delivered", keptDeliveries + 200)
    await add("failed", 3)
    await process().runHourly()
    expect(await countsOf()).toEqual([
      { state: "delivered", count: keptDeliveries, is_newest: true },
      { state: "failed", count: 3, is_newest: true },
    ])
  })
})

describe("references to pictures", () => {
  const hash = (digit: number) => String(digit).repeat(64)
  const url = (digit: number) => `/backend/media/${hash(digit)}.png`
  const hashesOf = async (source: string) => {
    const isOfThis = "encode(hash, 'hex') ~ '^(\\d)\\1*$'"
    const query = `select encode(hash, 'hex') as hash from picture_references where source = '${source}' and ${isOfThis}`
    const rows = await rowsOf<{ hash: string }>(api.db, query)
    // On Citus those of the log are in an index of it.
    const logged = source === "audit" ? await picturesInLog(api.db, [6, 7].map(hash)) : []
    return [...rows.map(row => row.hash), ...logged].sort()
  }
  const columns = kinds
    .flatMap(({ media }) => media)
    .map(column => [String(Reflect.get(column.table, Symbol.for("drizzle:Name"))), column.name, column.dataType] as const)

  it.each(columns)("follow what is written to %s.%s", async (table, column, type) => {
    const value = (digit: number) => (type === "json" ? `'[{"url": "${url(digit)}"}]'::jsonb` : `'${url(digit)}'`)
    const one = `id = (select id from ${table} order by id limit 1)`
    await api.db.execute(`update ${table} set ${column} = ${value(1)} where ${one}`)
    expect(await hashesOf(table)).toEqual([hash(1)])
    await api.db.execute(`update ${table} set ${column} = ${value(2)} where ${one}`)
    expect(await hashesOf(table)).toEqual([hash(2)])
    await api.db.execute(`update ${table} set ${column} = ${type === "json" ? "'[]'" : "null"} where ${one}`)
    expect(await hashesOf(table)).toEqual([])
  })

  it("follow undo, proposals and the audit log, whose entries go only with the log's own rules", async () => {
    const [{ id } = { id: "" }] = await api.db.select().from(users)
    await api.db.execute(`insert into undos (token_hash, entity, entity_id, before, version, expires_at)
      values ('x', 'brand', gen_random_uuid(), '{"logo": "${url(3)}"}', 1, now())`)
    await api.db.execute(`insert into proposals (entity, entity_id, user_id, before, after, state, comment, created_at)
      values ('campaign', gen_random_uuid(), '${id}', '{"media": [{"url": "${url(4)}"}]}', '{"media": [{"url": "${url(5)}"}]}', 'waiting', '', now())`)
    await api.db.execute(`insert into audit (id, at, entity, entity_id, action, before, after, request_id) overriding system value
      values (-1, now() - interval '200 days', 'brand', gen_random_uuid(), 'update', '{"logo": "${url(6)}"}', '{"logo": "${url(7)}"}', 'pictures')`)
    expect(await hashesOf("undos")).toEqual([hash(3)])
    expect(await hashesOf("proposals")).toEqual([hash(4), hash(5)])
    expect(await hashesOf("audit")).toEqual([hash(6), hash(7)])
    await api.db.execute("delete from undos where token_hash = 'x'")
    await api.db.execute("delete from proposals where comment = ''")
    await deleteOldAudit(api.db, Date.now(), 199)
    expect([await hashesOf("undos"), await hashesOf("proposals"), await hashesOf("audit")]).toEqual([[], [], []])
  })

  it("of entries from before there were references are added in slices; no picture is deleted until then", async () => {
    if (await spreadLog(api.db)) return
    await api.db.execute(`insert into audit (at, entity, entity_id, action, after, request_id)
      select now(), 'payment', gen_random_uuid(), 'update', jsonb_build_object('logo', '${url(8).slice(0, -8)}' || to_char(n, 'FM0000') || '.png'), 'pictures'
      from generate_series(1, 1200) n`)
    const all = () => rowsOf(api.db, "select id, hash from picture_references where source = 'audit' order by 1, 2")
    const expected = await all()
    expect(expected.length).toBeGreaterThanOrEqual(1200)
    await api.db.execute("delete from picture_references where source = 'audit'")
    await api.db.execute(
      "insert into housekeeping (step, position) select 'references', max(id) from audit on conflict (step) do update set position = excluded.position",
    )
    await expect(deleteOrphanedMedia(api.db, api.deps.store, api.now() + 40 * day)).rejects.toThrow("not complete")
    await completeReferences(api.db)
    expect(await all()).toEqual(expected)
    await deleteOrphanedMedia(api.db, api.deps.store, api.now())
  })

  it("are looked for in slices; a process that is killed loses none of the slices before", async () => {
    await api.db.execute(`insert into media (hash, type, size, created_at)
      select encode(sha256(('unused' || n)::bytea), 'hex'), 'png', 1, timestamptz '2020-01-01' from generate_series(1, 11000) n`)
    const count = async () =>
      Number((await rowsOf<{ n: string }>(api.db, "select count(*) as n from media where size = 1"))[0]?.n)
    let removals = 0
    const dying = { ...api.deps.store, remove: async () => void (++removals > 7_000 && expect.fail("killed")) }
    await expect(deleteOrphanedMedia(api.db, dying, api.now())).rejects.toThrow("killed")
    const left = await count()
    expect([left > 5_900, left < 6_100]).toEqual([true, true])
    expect(await deleteOrphanedMedia(api.db, { ...api.deps.store, remove: async () => {} }, api.now())).toBe(left)
    expect(await count()).toBe(0)
  })
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
        await tx.execute("set local citus.propagate_set_commands = 'local'")
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
