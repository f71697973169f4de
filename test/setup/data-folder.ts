import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openEmbedded } from "../../server/src/db/open"
import { folderStore } from "../../server/src/media/store"
import { seedDemo } from "../../server/src/seed"
import { buildEmbedded, dropTemplates } from "./database"

/**
 * Seeds a server's data folder around this moment, once for a run, and names it in TEST_DATA_DIR: a server starts on a
 * copy of it with a fifth of the work of a first start. @returns a function that removes it and the copies beside it
 */
export default async () => {
  // Another project's setup has run before.
  if (process.env.TEST_DATA_DIR) return
  const run = mkdtempSync(join(tmpdir(), "campaigns-run-"))
  const folder = join(run, "seeded")
  const { empty } = await buildEmbedded()
  const { db, close } = await openEmbedded(folder, { snapshot: new Blob([readFileSync(empty)]) })
  // Each test copies the folder: half of it would be segments of the log that wait for reuse, and databases without use.
  await db.execute("set wal_recycle = off")
  await seedDemo(db, { now: Date.now(), store: folderStore(join(folder, "media")) })
  await dropTemplates(db)
  await db.execute("checkpoint")
  await close()
  process.env.TEST_DATA_DIR = folder
  return () => rmSync(run, { recursive: true, force: true, maxRetries: 5 })
}
