import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrate } from "../../../server/src/db/migrate"
import { type Database, type Opened, rowsOf } from "../../../server/src/db/open"
import { folderStore } from "../../../server/src/media/store"
import { backup, move, restore } from "../../../server/src/operations/backup"
import { accounts, createTestApi, openServer, openTemplate, type TestApi } from "../../api"

/**
 * Backup and restore; with TEST_DATABASE_URL from PostgreSQL into the embedded database. A move is both in one: it is tried
 * from one PostgreSQL database to another.
 */
let api: TestApi
/** Stays empty: what is restored into it is refused, or taken back. */
let fresh: Opened
const folder = mkdtempSync(join(tmpdir(), "campaign-backup-"))
/** What a file holds does not depend on the engine: it is tested where this is not set. */
const url = process.env.TEST_DATABASE_URL
/** What no engine changes is tested on one of them; a skipped test counts as a failure. */
const filesRefused = (tests: () => void) => url || tests()
const file = join(folder, "all.backup.gz")
const targetDir = join(folder, "target")
const targetStore = folderStore(join(targetDir, "media"))
let written: Record<string, number>

beforeAll(async () => {
  api = await createTestApi()
  const token = await api.signIn(accounts.elif)
  const { value } = await api.call("GET", "/campaign/list", { token })
  await api.call("DELETE", `/campaign/delete/${value.campaigns[0].id}`, { token })
  await api.db.execute(`insert into jobs (kind, record_id, body, created_at, next_try_at)
    select 'invitation', id, 'x', now(), now() from surveys limit 1`)
  // The rows of invitations move as they are used.
  await api.db.execute(`update survey_invitations set used = true where token_hash in (
    select token_hash from survey_invitations order by token_hash limit 5)`)
  fresh = await openTemplate("empty")
  written = await backup(api.db, api.deps.store, file)
})
afterAll(async () => {
  await fresh.close()
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const all = async (db: Database, table: string) =>
  (await rowsOf<{ row: unknown }>(db, `select to_jsonb(t) as row from "${table}" t`)).map(({ row }) => JSON.stringify(row)).sort()

const takenBack = new Error("taken back")
/** Changes a database, and takes everything back. */
const changing = (db: Database, change: (tx: Database) => Promise<void>) =>
  db
    .transaction(async tx => {
      await change(tx as unknown as Database)
      throw takenBack
    })
    .catch(error => {
      if (error !== takenBack) throw error
    })

const same = async (tables: string[], to: Database) => {
  for (const table of tables.filter(name => name !== "pictures"))
    expect([table, await all(to, table)]).toEqual([table, await all(api.db, table)])
}

describe("a backup", () => {
  it("holds every table and the pictures", async () => {
    expect(written).toMatchObject({ users: expect.any(Number), undos: 1, jobs: 1 })
    expect(written.audit).toBe((await all(api.db, "audit")).length)
    expect(written.pictures).toBe(readdirSync(join(api.config.dataDir, "media")).length)
    expect(readdirSync(folder)).not.toContain("all.backup.gz.part")
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it("does not tell in which order invitations to surveys were used", () => {
    const lines = gunzipSync(readFileSync(file)).toString().trim().split("\n")
    const hashes = lines
      .map(line => JSON.parse(line) as { table?: string; rows: { token_hash: string }[] })
      .flatMap(({ table, rows }) => (table === "survey_invitations" ? rows.map(row => row.token_hash) : []))
    expect(hashes.length).toBeGreaterThan(50)
    expect(hashes).toEqual(hashes.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it("restored into an empty database is the same, but for unsent mails, row by row and picture by picture, and ready for more", async () => {
    await changing(fresh.db, async target => {
      const { jobs, ...others } = written
      expect(await restore(target, targetStore, file)).toEqual({ ...others, jobs: 0, "dropped mails": jobs })
      expect(await all(target, "jobs")).toEqual([])
      await same(Object.keys(others), target)
      expect(readdirSync(join(targetDir, "media")).sort()).toEqual(readdirSync(join(api.config.dataDir, "media")).sort())
      await target.execute(
        "insert into audit (at, entity, entity_id, action, request_id) values (now(), 'campaign', gen_random_uuid(), 'create', 'r')",
      )
      expect((await all(target, "audit")).length).toBe((written.audit ?? 0) + 1)
      // It is in use now.
      await expect(restore(target, targetStore, file)).rejects.toThrow("in use")
    })
  })

  it("that cannot be written leaves no part of it", async () => {
    await expect(backup(fresh.db, api.deps.store, folder)).rejects.toThrow("EISDIR")
    expect(existsSync(`${folder}.part`)).toBe(false)
  })

  filesRefused(() => {
    it.each([
      ["another version's", (text: string) => text.replace("0001_base.sql", "0000_older.sql"), "another version"],
      ["no backup", () => '{"hello":1}\n', "is not a backup"],
      ["an empty file", () => "", "is empty"],
      ["an unknown table's", (text: string) => text.replace('{"table":"tenants"', '{"table":"aliens"'), "aliens"],
    ])("that is %s is refused, and nothing is left of it", async (_, change, words) => {
      const bad = join(folder, "bad.gz")
      writeFileSync(bad, gzipSync(change(gunzipSync(readFileSync(file)).toString()), { level: 1 }))
      await expect(restore(fresh.db, folderStore(join(folder, "bad")), bad)).rejects.toThrow(words)
      expect(await all(fresh.db, "users")).toEqual([])
      expect((await all(fresh.db, "cities")).length).toBe(81)
    })

    it.each([0, 0.2])("that breaks off at %d of its length is refused, and nothing is left of it", async share => {
      const cut = join(folder, "cut.gz")
      const whole = readFileSync(file)
      writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * share)))
      await expect(restore(fresh.db, folderStore(join(folder, "cut")), cut)).rejects.toThrow(
        "is cut off or damaged: nothing was restored.",
      )
      expect(await all(fresh.db, "users")).toEqual([])
    })
  })
})

/** Works on an empty database of PostgreSQL. */
const onEmpty = async (url: string, work: (to: Database) => Promise<void>) => {
  const name = `moved_${process.pid}`
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const { db, close } = await openServer(Object.assign(new URL(url), { pathname: `/${name}` }).href)
  await migrate(db)
  await work(db).finally(close)
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
}

if (url)
  it("a database moves into an empty one, row by row, with its unsent mails", () =>
    onEmpty(url, async to => {
      expect(await move(api.db, to, api.deps.store, join(folder, "move.gz"))).toMatchObject({ users: written.users })
      await same(Object.keys(written), to)
    }))
