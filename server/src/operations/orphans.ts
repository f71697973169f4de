import { desc, inArray, lt, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { type Database, rowsOf } from "../db/open"
import { audit, media, undos } from "../db/schema"
import type { Store } from "../media/store"
import { entityNames, mediaColumnsOf } from "../records/entities"

/** Pictures without a record: uploaded for one that was never saved, or removed from it. */

/** How long an unused picture is kept after its last upload, ms: a draft may wait in a browser for 7 days before it is saved. */
const graceMs = 8 * 86_400_000

/** Pictures deleted by one run. */
const maxDeleted = 1_000

/** Columns that may contain addresses of pictures: of records, also deleted ones that can be restored, and of their history. */
const columns: PgColumn[] = [...entityNames.flatMap(mediaColumnsOf), undos.before, audit.before, audit.after]

const hashesIn = (column: PgColumn): SQL =>
  sql`select (regexp_matches(${column}::text, '([0-9a-f]{64})\\.(?:png|jpeg|webp|gif)', 'g'))[1] as hash
    from ${column.table} where ${column} is not null`

/** Whether the newest picture of the database is not in this process's store: another process has a folder of its own. */
export const lacksPictures = async (db: Database, store: Store): Promise<boolean> => {
  const [newest] = await db.select().from(media).orderBy(desc(media.createdAt)).limit(1)
  return newest !== undefined && (await store.get(`${newest.hash}.${newest.type}`)) === undefined
}

/** Deletes pictures that no record refers to. @param now epoch ms. @returns how many */
export const deleteOrphanedMedia = async (db: Database, store: Store, now: number): Promise<number> => {
  const used = sql.join(columns.map(hashesIn), sql` union `)
  const isOld = lt(media.createdAt, new Date(now - graceMs))
  const orphans = await rowsOf<{ hash: string; type: string }>(
    db,
    sql`select hash, type from ${media} where ${isOld} and hash not in (select hash from (${used}) used) limit ${maxDeleted}`,
  )
  for (const { hash, type } of orphans) await store.remove(`${hash}.${type}`)
  const hashes = orphans.map(({ hash }) => hash)
  if (hashes.length) await db.delete(media).where(inArray(media.hash, hashes))
  return hashes.length
}
