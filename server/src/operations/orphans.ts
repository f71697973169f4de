import { inArray, lt, sql } from "drizzle-orm"
import { type Database, rowsOf } from "../db/open"
import { media } from "../db/schema"
import type { Store } from "../media/store"

/** A picture may wait in a draft on somebody's browser for 7 days before its record is saved; ms. */
const grace = 8 * 86_400_000

/** Wherever a picture's address may stand: records, deleted ones that can be taken back, and what the audit remembers. */
const holders: [table: string, column: string][] = [
  ["announcements", "media"],
  ["brands", "logo"],
  ["campaigns", "media"],
  ["draws", "media"],
  ["draws", "prizes"],
  ["feedbacks", "attachments"],
  ["feedbacks", "conversations"],
  ["gifts", "card_image"],
  ["payments", "logo"],
  ["tenants", "logo"],
  ["users", "logo"],
  ["undos", "before"],
  ["audit", "before"],
  ["audit", "after"],
]

/** Removes pictures that nothing refers to and nobody has sent lately. @returns how many */
export const deleteOrphanedMedia = async (db: Database, store: Store, now: number): Promise<number> => {
  const named = sql.join(
    holders.map(
      ([table, column]) =>
        sql`select (regexp_matches(${sql.identifier(column)}::text, '([0-9a-f]{64})\\.(?:png|jpeg|webp|gif)', 'g'))[1] as hash
          from ${sql.identifier(table)} where ${sql.identifier(column)} is not null`,
    ),
    sql` union `,
  )
  const old = lt(media.createdAt, new Date(now - grace))
  const orphans = await rowsOf<{ hash: string; type: string }>(
    db,
    sql`select hash, type from ${media} where ${old} and hash not in (select hash from (${named}) n) limit 1000`,
  )
  for (const { hash, type } of orphans) await store.remove(`${hash}.${type}`)
  if (orphans.length)
    await db.delete(media).where(
      inArray(
        media.hash,
        orphans.map(({ hash }) => hash),
      ),
    )
  return orphans.length
}
