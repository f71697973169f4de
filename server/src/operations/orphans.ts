import { desc, inArray, type SQL, sql } from "drizzle-orm"
import { type Database, rowsOf } from "../db/open"
import { media } from "../db/schema"
import type { Store } from "../media/store"

/** Pictures without a record: uploaded for one that was never saved, or removed from it. */

/** How long an unused picture is kept after its last upload, ms: a draft may wait in a browser for 7 days before it is saved. */
const graceMs = 8 * 86_400_000

/** Pictures that one statement looks at. */
const slice = 5_000
/** Entries of the audit log that one statement reads. */
const entries = 1_000

/** Whether the newest picture of the database is not in this process's store: another process has a folder of its own. */
export const lacksPictures = async (db: Database, store: Store): Promise<boolean> => {
  const [newest] = await db.select().from(media).orderBy(desc(media.createdAt)).limit(1)
  return newest !== undefined && (await store.get(`${newest.hash}.${newest.type}`)) === undefined
}

/** The hashes of pictures in entries `t` of the audit log. */
const loggedIn = (entries: SQL) => sql`select unnest(logged_pictures(t.before, t.after)) as hash from audit t
  where (t.before::text like '%/media/%' or t.after::text like '%/media/%') and ${entries}`

/** The query of `loggedIn` where the log is spread over workers (server/migrations/citus.sql); elsewhere `picture_references` has its pictures. */
export const spreadLog = async (db: Database): Promise<typeof loggedIn | undefined> => {
  const [log] = await rowsOf<{ isSpread: boolean }>(db, sql`select to_regclass('audit_pictures') is not null as "isSpread"`)
  return log?.isSpread ? loggedIn : undefined
}

/** Of some pictures, those that the spread log has. */
export const picturesInLog = async (db: Database, hashes: readonly string[]): Promise<string[]> => {
  const logged = await spreadLog(db)
  if (!logged || !hashes.length) return []
  const given = sql`${`{${hashes.map(hash => `"\\\\x${hash}"`).join()}}`}::bytea[]`
  const rows = await rowsOf<{ hash: string }>(
    db,
    sql`select distinct encode(hash, 'hex') as hash from (${logged(sql`logged_pictures(t.before, t.after) && ${given}`)}) logged where hash = any(${given})`,
  )
  return rows.map(({ hash }) => hash)
}

/** Reads the next entries of the audit log from before there were references. @returns whether there are more */
const readEntries = (db: Database): Promise<boolean> =>
  db.transaction(async tx => {
    const [step] = await rowsOf<{ position: string | null }>(
      tx,
      sql`select position from housekeeping where step = 'references' for update`,
    )
    if (step?.position == null) return false
    // Locked: what another transaction deletes or empties meanwhile has no reference afterwards.
    const [read] = await rowsOf<{ position: string | null }>(
      tx,
      sql`with read as materialized (
          select id, before, after from audit where id <= ${step.position}::bigint order by id desc limit ${entries} for share
        ), added as (
          insert into picture_references (source, id, hash)
          select 'audit', read.id::text, hash from read, picture_hashes(concat(before::text, after::text)) hash on conflict do nothing
        )
        select min(id) - 1 as position from read`,
    )
    const position = read?.position ?? null
    await tx.execute(sql`update housekeeping set position = ${position}::bigint where step = 'references'`)
    return position !== null
  })

/** Completes the references to pictures after an upgrade. */
export const completeReferences = async (db: Database): Promise<void> => {
  while (await readEntries(db));
}

type Orphans = { last: string | null; orphans: { hash: string; type: string }[] }

/**
 * Deletes pictures that no record refers to, once all references are known, in slices in the order of their hashes: each statement looks
 * at as many pictures, however many there are, and what a killed process has not deleted the next call finds.
 * @param now epoch ms. @returns how many
 */
export const deleteOrphanedMedia = async (db: Database, store: Store, now: number): Promise<number> => {
  const incomplete = await rowsOf(db, sql`select from housekeeping where step = 'references' and position is not null`)
  if (incomplete.length) throw new Error("The references to pictures are not complete.")
  const before = new Date(now - graceMs).toISOString()
  let after = ""
  for (let deleted = 0; ; ) {
    const [read] = await rowsOf<Orphans>(
      db,
      sql`select max(hash) as last, coalesce(json_agg(json_build_object('hash', hash, 'type', type)) filter (where
          created_at < ${before}::timestamptz and not exists (select from picture_references r where r.hash = decode(m.hash, 'hex'))), '[]') as orphans
        from (select hash, type, created_at from ${media} where hash > ${after} order by hash limit ${slice}) m`,
    )
    if (!read?.last) return deleted
    const kept = await picturesInLog(
      db,
      read.orphans.map(({ hash }) => hash),
    )
    const orphans = read.orphans.filter(({ hash }) => !kept.includes(hash))
    for (const { hash, type } of orphans) await store.remove(`${hash}.${type}`)
    const hashes = orphans.map(({ hash }) => hash)
    if (hashes.length) await db.delete(media).where(inArray(media.hash, hashes))
    deleted += hashes.length
    after = read.last
  }
}
