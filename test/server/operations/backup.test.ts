import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrate } from "../../../server/src/db/migrate"
import { type Database, type Opened, openPostgres, rowsOf } from "../../../server/src/db/open"
import { folderStore } from "../../../server/src/media/store"
import { backup, move, restore } from "../../../server/src/operations/backup"
import { accounts, createTestApi, openTemplate, type TestApi } from "../../api"

/** Backup, restore and the way from one engine to the other. With TEST_DATABASE_URL the source is PostgreSQL. */
let api: TestApi
let target: Opened
/** Stays empty: what is restored into it is refused. */
let fresh: Opened
const folder = mkdtempSync(join(tmpdir(), "campaign-backup-"))
const file = join(folder, "all.backup.gz")
const targetDir = join(folder, "target")
const targetStore = folderStore(join(targetDir, "media"))
let written: Record<string, number>

beforeAll(async () => {
  api = await createTestApi()
  const token = await api.signIn(accounts.elif)
  const { value } = await api.call("GET", "/campaign/list", { token })
  await api.call("DELETE", `/campaign/delete/${value.campaigns[0].id}`, { token })
  target = await openTemplate("empty")
  fresh = await openTemplate("empty")
  written = await backup(api.db, api.deps.store, file)
})
afterAll(async () => {
  await target.close()
  await fresh.close()
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const all = async (db: Database, table: string) =>
  (await rowsOf<{ row: unknown }>(db, `select to_jsonb(t) as row from "${table}" t`)).map(({ row }) => JSON.stringify(row)).sort()

const same = async (from: Database, to: Database) => {
  for (const table of Object.keys(written).filter(name => name !== "pictures"))
    expect([table, await all(to, table)]).toEqual([table, await all(from, table)])
}

describe("a backup", () => {
  it("holds every table and the pictures", async () => {
    expect(written).toMatchObject({ users: expect.any(Number), campaigns: expect.any(Number), undos: 1 })
    expect(written.audit).toBe((await all(api.db, "audit")).length)
    expect(written.pictures).toBe(readdirSync(join(api.config.dataDir, "media")).length)
    expect(readdirSync(folder)).not.toContain("all.backup.gz.part")
  })

  it("restored into an empty database is the same, row by row and picture by picture, and ready for more", async () => {
    expect(await restore(target.db, targetStore, file)).toEqual(written)
    await same(api.db, target.db)
    expect(readdirSync(join(targetDir, "media")).sort()).toEqual(readdirSync(join(api.config.dataDir, "media")).sort())
    await target.db.execute(
      "insert into audit (at, entity, entity_id, action, request_id) values (now(), 'campaign', gen_random_uuid(), 'create', 'r')",
    )
    expect((await all(target.db, "audit")).length).toBe((written.audit ?? 0) + 1)
    // It is in use now.
    await expect(restore(target.db, targetStore, file)).rejects.toThrow("in use")
  })

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

  it("that breaks off is refused, and nothing is left of it", async () => {
    const cut = join(folder, "cut.gz")
    const whole = readFileSync(file)
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * 0.8)))
    await expect(restore(fresh.db, folderStore(join(folder, "cut")), cut)).rejects.toThrow(
      "is cut off or damaged: nothing was restored.",
    )
    expect(await all(fresh.db, "users")).toEqual([])
  })
})

const url = process.env.TEST_DATABASE_URL

/** An empty PostgreSQL where there is one; else another embedded database. */
const openTarget = async (): Promise<Opened> => {
  if (!url) return openTemplate("empty")
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  const database = `moved_${process.pid}`
  await admin.unsafe(`create database ${database}`)
  const opened = await openPostgres(Object.assign(new URL(url), { pathname: `/${database}` }).href)
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await admin.unsafe(`drop database ${database} with (force)`)
      await admin.end()
    },
  }
}

describe("the embedded database", () => {
  it("moves into an empty one, row by row", async () => {
    const to = await openTarget()
    try {
      await migrate(to.db)
      expect(await move(api.db, to.db, api.deps.store, join(folder, "move.gz"))).toMatchObject({ users: written.users })
      await same(api.db, to.db)
    } finally {
      await to.close()
    }
  })
})
