import { rm } from "node:fs/promises"
import { join } from "node:path"
import { and, getTableName, gt, gte, inArray, isNotNull, lt, ne, not, or, sql } from "drizzle-orm"
import { tellGuards } from "../db/guards"
import { jobs } from "../db/job-tables"
import { type Database, type Opened, rowsOf } from "../db/open"
import {
  accessTokens,
  audit,
  codes,
  codeTries,
  idempotencyKeys,
  maxPictureUrl,
  outbox,
  refreshTokens,
  sessions,
  undos,
} from "../db/schema"
import { signInSteps } from "../db/sign-in-tables"
import { deleteRows, inSlices, oneSlice, slice } from "../db/slices"
import { takeStep } from "../db/steps"
import { webhooks } from "../db/webhook-tables"
import { loggable } from "../errors/faults"
import type { Deps } from "../http/context"
import { deleteOldLimits } from "../http/rate-limit"
import { kinds } from "../kinds"
import { eraseDeletedRecords } from "./deleted-records"
import { eraseDueCompanies } from "./erase-company"
import { completeReferences, deleteOrphanedMedia } from "./orphans"
import { stripStoredPictures } from "./picture-metadata"
import { sealStoredAgain } from "./seals"

/** Regular removal of data that is no longer needed, addresses included (docs/operations.md#housekeeping). */
const hour = 3_600_000
const day = 24 * hour
/** When the first daily work may begin, ms after the start. */
const afterStartMs = 10 * 60_000

const deleteSessions = async (db: Database, ago: (ms: number) => Date) => {
  const isOver = or(lt(sessions.createdAt, ago(31 * day)), and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, ago(day))))
  const over = db.select({ id: sessions.id }).from(sessions).where(isOver)
  await deleteRows(db, refreshTokens, sql`${refreshTokens.sessionId} in ${over}`)
  // The figures of a company count who used the product in the last 30 days (docs/contract.md#company-figures).
  const named = and(isOver, ne(sessions.userAgent, ""))
  await inSlices(() => db.update(sessions).set({ userAgent: "" }).where(oneSlice(sessions, named)).returning({ id: sessions.id }))
  await deleteRows(db, sessions, lt(sessions.lastUsedAt, ago(31 * day)))
}

/** Deliveries that arrived, of which an endpoint keeps the newest. */
export const keptDeliveries = 10_000

/** What is deleted every hour, step by step. */
const expired: Record<string, (db: Database, now: number, ago: (ms: number) => Date) => Promise<unknown>> = {
  codes: (db, _, ago) => deleteRows(db, codes, lt(codes.createdAt, ago(day))),
  codeTries: (db, _, ago) => deleteRows(db, codeTries, lt(codeTries.createdAt, ago(366 * day))),
  outbox: (db, _, ago) => deleteRows(db, outbox, lt(outbox.createdAt, ago(7 * day))),
  idempotencyKeys: (db, _, ago) => {
    // Tokens of invitations, encrypted.
    const isSealed = and(lt(idempotencyKeys.createdAt, ago(hour)), sql`${idempotencyKeys.answer} ? 'sealed'`)
    return deleteRows(db, idempotencyKeys, or(lt(idempotencyKeys.createdAt, ago(day)), isSealed))
  },
  limits: deleteOldLimits,
  signInSteps: (db, now) => deleteRows(db, signInSteps, lt(signInSteps.expiresAt, new Date(now))),
  webhooks: async (db, _, ago) => {
    const isGone = lt(webhooks.deletedAt, ago(day))
    const ofGone = sql`${jobs.webhookId} in ${db.select({ id: webhooks.id }).from(webhooks).where(isGone)}`
    const ofMany = sql`${jobs.id} in (select d.id from ${webhooks} w cross join lateral (select id from ${jobs}
      where webhook_id = w.id and state = 'delivered' order by id desc offset ${keptDeliveries}) d)`
    await deleteRows(db, jobs, or(and(ne(jobs.kind, "invitation"), lt(jobs.createdAt, ago(30 * day))), ofGone))
    await deleteRows(db, jobs, ofMany)
    await deleteRows(db, webhooks, isGone)
  },
  undos: (db, _, ago) => deleteRows(db, undos, lt(undos.expiresAt, ago(day))),
  sessions: (db, _, ago) => deleteSessions(db, ago),
  // A living session leaves an expired refresh token with every renewal.
  refreshTokens: (db, _, ago) => deleteRows(db, refreshTokens, lt(refreshTokens.expiresAt, ago(day))),
  accessTokens: (db, _, ago) => deleteRows(db, accessTokens, lt(accessTokens.expiresAt, ago(30 * day))),
  tallies: db => mergeTallies(db),
}

type Step = readonly [name: string, run: () => Promise<unknown>]

/** How long a process has a step for itself, ms: until its next try. */
const takenMs = hour - 60_000
/** How old the last success of an hourly step is at least, ms: one that took long is due again with the next try. */
const hourlyMs = hour / 2

/** Runs steps one after the other; one that fails does not prevent the others, and is tried again with the next run. */
const runSteps = async (
  db: Database,
  now: number,
  steps: readonly Step[],
  failed: (step: string, error: Error) => void,
  isTurn: (step: string) => Promise<boolean> = async () => true,
) => {
  for (const [step, run] of steps)
    if (await isTurn(step))
      await run()
        .then(() =>
          db.execute(sql`insert into housekeeping (step, succeeded_at) values (${step}, ${new Date(now).toISOString()}::timestamptz)
          on conflict (step) do update set succeeded_at = excluded.succeeded_at`),
        )
        .catch(async (error: Error) => {
          failed(step, error)
          await db.execute(sql`update housekeeping set taken_until = null where step = ${step}`).catch(() => {})
        })
}

const expiredSteps = (db: Database, now: number) =>
  Object.entries(expired).map(([step, run]): Step => [step, () => run(db, now, ms => new Date(now - ms))])

/** Deletes expired codes, sessions, keys and undo data. @throws the first failure, after the other steps */
export const deleteExpired = async (db: Database, now: number): Promise<void> => {
  const failures: Error[] = []
  await runSteps(db, now, expiredSteps(db, now), (_, error) => failures.push(error))
  if (failures.length) throw failures[0]
}

/** How long it stays in the audit log that a person was erased, whatever its retention (docs/security.md#personal-data). */
const erasureRecordMs = 3 * 366 * day

/** Deletes the entries of the audit log that are older than some days. @returns how many */
export const deleteOldAudit = async (db: Database, now: number, days: number): Promise<number> => {
  const limit = new Date(now - days * day)
  // Ids ascend with the time: the search for old entries ends at the first one that is kept.
  const [kept] = await db.select({ id: audit.id }).from(audit).where(gte(audit.at, limit)).orderBy(audit.id).limit(1)
  const isErasure = sql`(${audit.entity} = 'user' and ${audit.action} = 'delete' and ${audit.after} is null
    and ${audit.at} >= ${new Date(now - erasureRecordMs).toISOString()}::timestamptz)`
  const isOld = and(lt(audit.at, limit), kept && lt(audit.id, kept.id), not(isErasure))
  // Behind the slice before: its deleted entries, and those that are kept, are not read again.
  let last = Number.MIN_SAFE_INTEGER
  return inSlices(() =>
    db.transaction(async tx => {
      await tellGuards(tx, "audit.deletes_expired", "on")
      const old = tx
        .select({ id: audit.id })
        .from(audit)
        .where(and(isOld, gt(audit.id, last)))
        .orderBy(audit.id)
        .limit(slice)
      const deleted = await tx.delete(audit).where(inArray(audit.id, old)).returning({ id: audit.id })
      last = deleted.reduce((most, { id }) => Math.max(most, id), last)
      return deleted
    }),
  )
}

/** The tables of tallies: whose rows are summed up, and what is added up. */
const tallies = {
  people_tallies: ["tenant_id, status, role, department_id", "people"],
  campaign_tallies: ["tenant_id, tenant_ids, category_id, brand_id, is_draft", "campaigns"],
  campaign_totals: ["tenant_id, tenant_ids, is_draft", "campaigns"],
  usage: ["tenant_id, kind", "amount"],
} as const

/**
 * Replaces the rows of a tally by one with their sum, for tallies that have rows since the last run: a statement looks at a slice of
 * these, by company. Rows added meanwhile stay until the next run.
 */
export const mergeTallies = async (db: Database) => {
  for (const [name, [columns, amount]] of Object.entries(tallies))
    for (const isOfPlatform of [false, true]) {
      const [table, by, sum] = [name, columns, amount].map(sql.raw)
      const key = sql`row(${by})::text`
      const owner = isOfPlatform ? sql`tenant_id is null` : sql`tenant_id = any(array(select tenant_id from fresh))`
      await inSlices(() =>
        rowsOf(
          db,
          sql`with fresh as materialized (select tenant_id, ${key} as key from ${table}
              where not is_sum and tenant_id is ${sql.raw(isOfPlatform ? "null" : "not null")} order by tenant_id limit ${slice}),
            taken as (delete from ${table} where ${owner} and ${key} in (select key from fresh) returning *),
            merged as (insert into ${table} (${by}, ${sum}, is_sum)
              select ${by}, sum(${sum}), true from taken group by ${by} having sum(${sum}) <> 0)
            select 1 as found from fresh`,
        ),
      )
    }
}

/** Returns the records, by table and id, that have the address of a picture above the limit: it is not shown. */
export const findLongPictures = async (db: Database): Promise<string[]> => {
  const records: string[] = []
  for (const column of kinds.flatMap(({ media }) => media).filter(({ dataType }) => dataType === "custom")) {
    const found = await rowsOf<{ id: string }>(
      db,
      sql`select id from ${column.table} where length(${column}) > ${maxPictureUrl} limit 100`,
    )
    records.push(...found.map(({ id }) => `${getTableName(column.table)} ${id}`))
  }
  return records
}

/** Lists the steps for the metric of their last success: also those without one, and no others. */
const watchSteps = async (db: Database, names: readonly string[]) => {
  const listed = sql`jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)`
  await db.execute(sql`delete from housekeeping where step not in (select ${listed})`)
  await db.execute(sql`insert into housekeeping (step) select ${listed} on conflict (step) do nothing`)
}

/** The embedded database has no autovacuum. */
const vacuum = async (db: Database) => {
  const tables = await rowsOf<{ name: string }>(db, sql`select tablename as name from pg_tables where schemaname = 'public'`)
  for (const { name } of tables) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`)
}

type Housekeeping = { opened: Pick<Opened, "db" | "engine" | "hasDiskSpace">; deps: Deps }

/** The regular work, to be called every hour. `names`: its steps. */
export const createHousekeeping = ({ opened: { db, engine, hasDiskSpace }, deps }: Housekeeping) => {
  const { store, log, config, clock } = deps
  const { auditRetentionDays, deletedRetentionDays, secretsChangeAt } = config
  const daily: Record<string, () => Promise<unknown>> = {
    ...(auditRetentionDays && {
      audit: async () => {
        const deleted = await deleteOldAudit(db, clock(), auditRetentionDays)
        if (deleted) log.info({ housekeeping: "old entries of the audit log were deleted", deleted })
      },
    }),
    ...(secretsChangeAt && { seals: () => sealStoredAgain(db, config.codeSecrets) }),
    ...(deletedRetentionDays && {
      deletedRecords: async () => {
        const { erased, kept } = await eraseDeletedRecords(deps, deletedRetentionDays)
        if (erased) log.info({ housekeeping: "records that were deleted long ago are erased", erased, kept })
      },
    }),
    companies: async () => {
      for (const [, receipt] of await eraseDueCompanies(deps, store))
        log.info({ housekeeping: "a company was erased", ...receipt })
    },
    references: () => completeReferences(db),
    pictures: () => deleteOrphanedMedia(db, store, clock()),
    pictureMetadata: async () => {
      const { changed, unreadable } = await stripStoredPictures(db, store)
      if (changed) log.info({ housekeeping: "metadata was removed from stored pictures", changed })
      if (unreadable.length) log.warn({ housekeeping: "stored pictures cannot be read", unreadable: unreadable.slice(0, 100) })
    },
    ...(engine === "pglite" && { vacuum: () => vacuum(db) }),
    longAddresses: async () => {
      const records = await findLongPictures(db)
      if (records.length) log.warn({ housekeeping: "addresses of pictures above 2,000 characters are not shown", records })
    },
  }
  const failed = (step: string, error: Error) => log.warn({ housekeeping: `${step} failed`, ...loggable(error) })
  let isDaily = false
  // Deleting and vacuuming write to the disk before they free anything.
  const run = async (steps: readonly Step[], isTurn?: (step: string) => Promise<boolean>) => {
    if (await hasDiskSpace("session")) await runSteps(db, clock(), steps, failed, isTurn)
  }
  return {
    names: [...Object.keys(expired), ...Object.keys(daily)],
    /** Each step in one process. */
    runHourly: () => run(expiredSteps(db, clock()), step => takeStep(db, clock(), step, hourlyMs, takenMs)),
    /** Each step in one process. Nothing while the steps of a call before still run. */
    runDaily: async () => {
      if (isDaily) return
      isDaily = true
      await run(Object.entries(daily), step => takeStep(db, clock(), step, day, takenMs)).finally(() => {
        isDaily = false
      })
    },
  }
}

/** Deletes expired data now and every hour, and does once a day what is due. @returns stop */
export const startHousekeeping = (options: Housekeeping) => {
  const { opened } = options
  const { log, config } = options.deps
  const { names, runHourly, runDaily } = createHousekeeping(options)
  const warn = (error: Error) => log.warn({ housekeeping: "failed", ...loggable(error) })
  const prepare = async () => {
    await watchSteps(opened.db, names)
    // Of earlier releases.
    await rm(join(config.dataDir, "housekeeping"), { force: true })
  }
  const hourly = () => void runHourly().catch(warn)
  const daily = () => void runDaily().catch(warn)
  void prepare().then(hourly, warn)
  const timers = [setTimeout(daily, afterStartMs), setInterval(hourly, hour), setInterval(daily, hour)]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
