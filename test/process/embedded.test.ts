import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { syncs } from "../../server/src/db/durable-fs"
import { migrate } from "../../server/src/db/migrate"
import { openEmbedded } from "../../server/src/db/open"
import { categories } from "../../server/src/db/schema"
import { buildEmbedded } from "../setup/database"

const openMigrated = async (folder: string) =>
  openEmbedded(folder, { snapshot: new Blob([readFileSync((await buildEmbedded()).empty)]) })

describe("the embedded database", () => {
  it("reaches the disk at least once for each of 100 commits", async () => {
    const folder = mkdtempSync(join(tmpdir(), "campaign-sync-"))
    const { db, close } = await openMigrated(folder)
    try {
      const before = syncs.count
      for (let at = 0; at < 100; at++) await db.insert(categories).values({ name: `Kategori ${at}` })
      expect(syncs.count - before).toBeGreaterThanOrEqual(100)
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("refuses a second opening of its folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "campaign-lock-"))
    const first = await openMigrated(folder)
    await expect(openEmbedded(folder)).rejects.toThrow(folder)
    // As where only the database folder is a volume.
    const other = mkdtempSync(join(tmpdir(), "campaign-lock-"))
    symlinkSync(join(folder, "db"), join(other, "db"))
    await expect(openEmbedded(other)).rejects.toThrow(`${folder}/db is in use`)
    rmSync(other, { recursive: true, force: true })
    await first.close()
    const again = await openEmbedded(folder)
    await again.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("applies each migration once and refuses one that was changed", async () => {
    const { db, close } = await openEmbedded(undefined)
    try {
      expect(await migrate(db)).toEqual(readdirSync("server/migrations").sort())
      expect(await migrate(db)).toEqual([])
      const changed = mkdtempSync(join(tmpdir(), "campaign-migrations-"))
      writeFileSync(join(changed, "0001_base.sql"), "select 1")
      await expect(migrate(db, changed)).rejects.toThrow("0001_base.sql")
      rmSync(changed, { recursive: true, force: true })
    } finally {
      await close()
    }
  })
})
