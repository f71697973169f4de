import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { and, getTableName, gte, inArray, isNotNull, lt, ne, not, or, sql } from "drizzle-orm"
import type { Logger } from "pino"
import type { Config } from "../config"
import { type Database, type Opened, rowsOf } from "../db/open"
import { audit, codes, codeTries, idempotencyKeys, maxPictureUrl, outbox, refreshTokens, sessions, undos } from "../db/schema"
import { deliveries, webhooks } from "../db/webhook-tables"
import { deleteOldLimits } from "../http/limits"
import type { Store } from "../media/store"
import { entityNames, mediaColumnsOf } from "../records/entities"
import { deleteOrphanedMedia } from "./orphans"

/** Regular removal of data that is no longer needed, addresses included (docs/operations.md#housekeeping). */
const hour = 3_600_000
const day = 24 * hour
/** When the first daily work may begin, ms after the start. */
const afterStartMs = 10 * 60_000

/** Deletes expired codes, sessions, keys and undo data. A failing step does not prevent the others. @throws the first failure */
export const deleteExpired = async (db: Database, now: number): Promise<void> => {
  const ago = (ms: number) => new Date(now - ms)
  const isOver = or(lt(sessions.createdAt, ago(31 * day)), and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, ago(day))))
  const steps: (() => PromiseLike<unknown>)[] = [
    () => db.delete(codes).where(lt(codes.createdAt, ago(day))),
    () => db.delete(codeTries).where(lt(codeTries.createdAt, ago(366 * day))),
    () => db.delete(outbox).where(lt(outbox.createdAt, ago(7 * day))),
    () => db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, ago(day))),
    // Tokens of invitations, encrypted.
    () =>
      db.delete(idempotencyKeys).where(and(lt(idempotencyKeys.createdAt, ago(hour)), sql`${idempotencyKeys.answer} ? 'sealed'`)),
    () => deleteOldLimits(db, now),
    () => db.delete(deliveries).where(lt(deliveries.createdAt, ago(30 * day))),
    () => db.delete(webhooks).where(lt(webhooks.deletedAt, ago(day))),
    () => db.delete(undos).where(lt(undos.expiresAt, ago(day))),
    () =>
      db.transaction(async tx => {
        const over = tx.select({ id: sessions.id }).from(sessions).where(isOver)
        await tx.delete(refreshTokens).where(sql`${refreshTokens.sessionId} in ${over}`)
        // The figures of a company count who used the product in the last 30 days (docs/contract.md#company-figures).
        await tx
          .update(sessions)
          .set({ userAgent: "" })
          .where(and(isOver, ne(sessions.userAgent, "")))
        await tx.delete(sessions).where(lt(sessions.lastUsedAt, ago(31 * day)))
      }),
    // A living session leaves an expired refresh token with every renewal.
    () => db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, ago(day))),
    () => db.execute(sql`delete from access_tokens where expires_at < ${ago(30 * day).toISOString()}::timestamptz`),
    () => mergeTallies(db),
  ]
  const failures: unknown[] = []
  for (const step of steps)
    await step().then(
      () => {},
      (error: unknown) => failures.push(error),
    )
  if (failures.length) throw failures[0]
}

/** How long it stays in the audit log that a person was erased, whatever its retention (docs/security.md#personal-data). */
const erasureRecordMs = 3 * 366 * day
/** Entries of the audit log that one transaction deletes. */
const auditBatch = 1_000

/** Deletes the entries of the audit log that are older than some days. @returns how many */
export const deleteOldAudit = async (db: Database, now: number, days: number): Promise<number> => {
  const limit = new Date(now - days * day)
  // Ids ascend with the time: the search for old entries ends at the first one that is kept.
  const [kept] = await db.select({ id: audit.id }).from(audit).where(gte(audit.at, limit)).orderBy(audit.id).limit(1)
  const isErasure = sql`(${audit.entity} = 'user' and ${audit.action} = 'delete' and ${audit.after} is null
    and ${audit.at} >= ${new Date(now - erasureRecordMs).toISOString()}::timestamptz)`
  const isOld = and(lt(audit.at, limit), kept && lt(audit.id, kept.id), not(isErasure))
  for (let deleted = 0; ; ) {
    const batch = await db.transaction(async tx => {
      await tx.execute(sql`select set_config('audit.deletes_expired', 'on', true)`)
      const old = tx.select({ id: audit.id }).from(audit).where(isOld).orderBy(audit.id).limit(auditBatch)
      return tx.delete(audit).where(inArray(audit.id, old)).returning({ id: audit.id })
    })
    deleted += batch.length
    if (batch.length < auditBatch) return deleted
  }
}

/** Replaces the rows of each tally by one row with their sum; rows added meanwhile stay until the next run. */
export const mergeTallies = async (db: Database) => {
  await db.execute(sql`with taken as (delete from people_tallies returning *)
    insert into people_tallies (tenant_id, status, role, department_id, people)
    select tenant_id, status, role, department_id, sum(people) from taken group by 1, 2, 3, 4 having sum(people) <> 0`)
  await db.execute(sql`with taken as (delete from campaign_tallies returning *)
    insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
    select tenant_id, tenant_ids, category_id, brand_id, is_draft, sum(campaigns)
    from taken group by 1, 2, 3, 4, 5 having sum(campaigns) <> 0`)
  await db.execute(sql`with taken as (delete from campaign_totals returning *)
    insert into campaign_totals (tenant_id, tenant_ids, is_draft, campaigns)
    select tenant_id, tenant_ids, is_draft, sum(campaigns) from taken group by 1, 2, 3 having sum(campaigns) <> 0`)
}

/** Returns the records, by table and id, that have the address of a picture above the limit: it is not shown. */
export const findLongPictures = async (db: Database): Promise<string[]> => {
  const columns = entityNames.flatMap(mediaColumnsOf).filter(({ dataType }) => dataType === "custom")
  const long = columns.map(
    column => sql`(select ${`${getTableName(column.table)} `} || id::text as record from ${column.table}
      where length(${column}) > ${maxPictureUrl} limit 100)`,
  )
  return (await rowsOf<{ record: string }>(db, sql.join(long, sql` union all `))).map(({ record }) => record)
}

/** The embedded database has no autovacuum. */
const vacuum = async ({ db, engine }: Pick<Opened, "db" | "engine">) => {
  if (engine === "pglite") await db.execute(sql`vacuum (analyze)`)
}

/**
 * Returns a function that does daily work if the last run was a day ago. A file has the time of the last run, so that a
 * process that is restarted every night does it as well; where no file can be written, the time is kept in the process.
 */
export const whenDue = (file: string, work: () => Promise<void>) => {
  let last = 0
  return async (now: number) => {
    const noted = Number(await readFile(file, "utf8").catch(() => 0)) || 0
    // A time ahead of the clock counts alike.
    if (Math.abs(now - Math.max(last, noted)) < day) return
    last = now
    await writeFile(file, String(now)).catch(() => undefined)
    await work()
  }
}

/** Deletes expired data now and every hour, unused pictures and old entries of the audit log once a day, and vacuums then. @returns stop */
export const startHousekeeping = (
  { db, engine, hasDiskSpace }: Opened,
  store: Store,
  log: Logger,
  { dataDir, auditRetentionDays }: Config,
) => {
  const warn = (error: Error) => log.warn({ housekeeping: (error.cause as Error | undefined)?.message ?? error.message })
  // Deleting and vacuuming write to the disk before they free anything.
  const hourly = async () => {
    if (await hasDiskSpace("session")) await deleteExpired(db, Date.now())
  }
  const daily = whenDue(join(dataDir, "housekeeping"), async () => {
    if (!(await hasDiskSpace("session"))) return
    const deleted = auditRetentionDays ? await deleteOldAudit(db, Date.now(), auditRetentionDays) : 0
    if (deleted) log.info({ housekeeping: "old entries of the audit log were deleted", deleted })
    await deleteOrphanedMedia(db, store, Date.now())
    await vacuum({ db, engine })
    const records = await findLongPictures(db)
    if (records.length) log.warn({ housekeeping: "addresses of pictures above 2,000 characters are not shown", records })
  })
  const run = (work: () => Promise<void>) => () => void work().catch(warn)
  run(hourly)()
  const checkDaily = run(() => daily(Date.now()))
  const timers = [setTimeout(checkDaily, afterStartMs), setInterval(run(hourly), hour), setInterval(checkDaily, hour)]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
