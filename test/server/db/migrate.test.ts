import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrate, statementsOf } from "../../../server/src/db/migrate"
import { rowsOf } from "../../../server/src/db/open"
import { folderStore } from "../../../server/src/media/store"
import { seedDemo } from "../../../server/src/seed"
import { createTestApi, openServer, type TestApi } from "../../api"

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ hasOwnDatabase: true })
})
afterAll(() => api.close())

describe("a migration's statements", () => {
  it.each([
    ["select 1; select 2", ["select 1", "select 2"]],
    ["-- one; two\nselect 1;\n-- three\n", ["select 1"]],
    ["select 1 -- and; more\n + 1;", ["select 1 \n + 1"]],
    ["insert into a values ('x; y', 'it''s; z'); select 2", ["insert into a values ('x; y', 'it''s; z')", "select 2"]],
    ["select '--'; select 2", ["select '--'", "select 2"]],
    ["do $$ begin; 'x end $$; select 1", ["do $$ begin; 'x end $$", "select 1"]],
    ["do $a$ $$;$$ ; $a$; select 1 - 2", ["do $a$ $$;$$ ; $a$", "select 1 - 2"]],
    [" ; ;\n", []],
  ])("of %j are taken apart", (text, statements) => {
    expect(statementsOf(text)).toEqual(statements)
  })
})

describe("migrations", () => {
  const folder = mkdtempSync(join(tmpdir(), "campaign-migrations-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("of a later version stop an older program", async () => {
    await expect(migrate(api.db, folder)).rejects.toThrow("of a later version")
  })

  it("are all or nothing", async () => {
    await api.db.execute("create table kept as table schema_migrations")
    await api.db.execute("delete from schema_migrations")
    writeFileSync(join(folder, "0001_good.sql"), "create table made (x int)")
    writeFileSync(join(folder, "0002_bad.sql"), "create table made_too (x int); select nonsense")
    await expect(migrate(api.db, folder)).rejects.toThrow()
    for (const table of ["made", "made_too"]) await expect(api.db.execute(`select * from ${table}`)).rejects.toThrow()
    writeFileSync(join(folder, "0002_bad.sql"), "create table made_too (x int)")
    expect(await migrate(api.db, folder)).toEqual(["0001_good.sql", "0002_bad.sql"])
    await api.db.execute("delete from schema_migrations")
    await api.db.execute("insert into schema_migrations table kept")
    for (const table of ["kept", "made", "made_too"]) await api.db.execute(`drop table ${table}`)
  })
})

const url = process.env.TEST_DATABASE_URL
/** A skipped test counts as a failure. */
const itOnPostgres = url ? it : (_name: string, _tests: () => unknown) => {}

itOnPostgres("two first starts at once on one empty database migrate and fill it once: one waits for the other", async () => {
  const admin = postgres(url ?? "", { max: 1, onnotice: () => {} })
  const name = `t_${randomUUID().replaceAll("-", "")}`
  const at = Object.assign(new URL(url ?? ""), { pathname: `/${name}` }).href
  const media = mkdtempSync(join(tmpdir(), "campaign-first-start-"))
  const start = async () => {
    const opened = await openServer(at)
    try {
      const applied = await migrate(opened.db)
      return [applied.length > 0, await seedDemo(opened.db, { now: api.now(), store: folderStore(media) })]
    } finally {
      await opened.close()
    }
  }
  try {
    await admin.unsafe(`create database ${name}`)
    const started = await Promise.all([start(), start()])
    for (const part of [0, 1]) expect(started.map(done => done[part]).sort()).toEqual([false, true])
    const opened = await openServer(at)
    expect(await rowsOf(opened.db, "select count(*)::int as companies from tenants where parent_id is null")).toEqual([
      { companies: 2 },
    ])
    await opened.close()
  } finally {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
    rmSync(media, { recursive: true, force: true })
  }
})

itOnPostgres(
  "a deadlock with a call that runs makes the migrations begin again, with all tables locked before the first change",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "campaign-deadlock-"))
    const admin = postgres(url ?? "", { max: 1, onnotice: () => {} })
    const name = `t_${randomUUID().replaceAll("-", "")}`
    const at = Object.assign(new URL(url ?? ""), { pathname: `/${name}` }).href
    try {
      await admin.unsafe(`create database ${name}`)
      const { db, close } = await openServer(at)
      // The call waits longer than the migration, so that the migration is the one that the server ends.
      const call = postgres(at, { max: 1, connection: { deadlock_timeout: "1min" } })
      await call.unsafe("create table first (x int); create table second (x int)")
      writeFileSync(
        join(folder, "0001_change.sql"),
        "alter table second add y int; select pg_sleep(1); alter table first add y int",
      )
      const reads = call.begin(async tx => {
        await tx.unsafe("select * from first")
        await new Promise(resolve => setTimeout(resolve, 500))
        await tx.unsafe("select * from second")
      })
      await new Promise(resolve => setTimeout(resolve, 250))
      const [applied] = await Promise.all([migrate(db, folder), reads])
      expect(applied).toEqual(["0001_change.sql"])
      await call.end()
      await close()
    } finally {
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

describe("the tallies", () => {
  it("are counted anew by the migration that mends what was lost between a count and its triggers", async () => {
    await api.db.execute("delete from people_tallies where status = 1")
    await api.db.execute("delete from campaign_tallies where is_draft")
    await api.db.execute("drop index refresh_tokens_successor, feedbacks_user")
    await api.db.execute("delete from schema_migrations where name = '0009_deletions.sql'")
    expect(await migrate(api.db)).toEqual(["0009_deletions.sql"])
    const [told] = await rowsOf(
      api.db,
      `select (select sum(people) from people_tallies)::int as people, (select sum(campaigns) from campaign_tallies)::int as campaigns`,
    )
    const [counted] = await rowsOf(
      api.db,
      `select (select count(*) from users where deleted_at is null)::int as people,
          (select count(*) from campaigns where deleted_at is null)::int as campaigns`,
    )
    expect(told).toEqual(counted)
  })
})

describe("the totals of campaigns", () => {
  it("are counted by their migration, and kept by what is written from then on", async () => {
    await api.db.execute("drop table campaign_totals")
    await api.db.execute("delete from schema_migrations where name = '0022_campaign_totals.sql'")
    expect(await migrate(api.db)).toEqual(["0022_campaign_totals.sql"])
    const drafts = async () =>
      rowsOf(
        api.db,
        `select (select sum(campaigns) from campaign_totals where is_draft)::int as told,
            (select count(*) from campaigns where deleted_at is null and intent = 'draft')::int as counted`,
      )
    const [{ told, counted } = { told: 0, counted: 1 }] = (await drafts()) as { told: number; counted: number }[]
    expect(told).toBe(counted)
    await api.db.execute("update campaigns set intent = 'draft' where deleted_at is null")
    await api.db.execute(
      "delete from campaigns where id = (select id from campaigns where deleted_at is null and id not in (select campaign_id from campaign_counters) limit 1)",
    )
    const [after] = (await drafts()) as { told: number; counted: number }[]
    expect(after?.told).toBe(after?.counted)
    expect(after?.told).toBeGreaterThan(told)
  })
})

describe("what points at rows that are deleted for good", () => {
  it("is found by an index, or each deletion would read the whole table", async () => {
    const bare = await rowsOf(
      api.db,
      `select conrelid::regclass::text as source, attname as "column" from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'f' and confrelid in ('users'::regclass, 'sessions'::regclass, 'refresh_tokens'::regclass)
          and not exists (select from pg_index where indrelid = conrelid and indkey[0] = attnum and indpred is null)`,
    )
    expect(bare).toEqual([])
  })
})
