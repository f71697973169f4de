import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { syncs } from "../../server/src/db/durable-fs"
import { migrate } from "../../server/src/db/migrate"
import { type Opened, openEmbedded, rowsOf } from "../../server/src/db/open"
import { categories } from "../../server/src/db/schema"
import { buildEmbedded } from "../setup/database"

describe("the embedded database", () => {
  const folder = mkdtempSync(join(tmpdir(), "campaign-embedded-"))
  const other = mkdtempSync(join(tmpdir(), "campaign-embedded-"))
  let opened: Opened
  beforeAll(async () => {
    const { empty } = await buildEmbedded()
    opened = await openEmbedded(folder, { snapshot: new Blob([readFileSync(empty)]) })
  })
  afterAll(async () => {
    await opened?.close()
    for (const made of [folder, other]) rmSync(made, { recursive: true, force: true })
  })

  it("has applied each migration once, and refuses one that was changed", async () => {
    const { db } = opened
    const applied = await rowsOf<{ name: string }>(db, "select name from schema_migrations order by name")
    const migrations = readdirSync("server/migrations").filter(name => /^\d/.test(name))
    expect(applied.map(({ name }) => name)).toEqual(migrations.sort())
    expect(await migrate(db)).toEqual([])
    writeFileSync(join(other, "0001_base.sql"), "select 1")
    await expect(migrate(db, other)).rejects.toThrow("0001_base.sql")
  })

  it("reaches the disk at least once for each of 100 commits", async () => {
    const before = syncs.count
    for (let at = 0; at < 100; at++) await opened.db.insert(categories).values({ name: `Kategori ${at}` })
    expect(syncs.count - before).toBeGreaterThanOrEqual(100)
  })

  it("refuses a second opening of its folder until it is closed", async () => {
    await expect(openEmbedded(folder)).rejects.toThrow(folder)
    // As where only the database folder is a volume.
    symlinkSync(join(folder, "db"), join(other, "db"))
    await expect(openEmbedded(other)).rejects.toThrow(`${folder}/db is in use`)
    await opened.close()
    opened = await openEmbedded(folder)
  })
})
