import { and, isNotNull, lt, or, sql } from "drizzle-orm"
import type { Logger } from "pino"
import type { Database, Opened } from "../db/open"
import { codes, idempotencyKeys, outbox, refreshTokens, sessions, undos } from "../db/schema"
import { deleteOldLimits } from "../http/limits"
import type { Store } from "../media/store"
import { deleteOrphanedMedia } from "./orphans"

const hour = 3_600_000
const day = 24 * hour

/** Removes what no rule asks about any more: spent codes, dead sessions, old keys (decisions §2, §3). No address is kept longer than it serves. */
export const sweep = async (db: Database, now: number): Promise<void> => {
  const ago = (ms: number) => new Date(now - ms)
  const isDead = or(lt(sessions.createdAt, ago(31 * day)), and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, ago(day))))
  const steps: (() => PromiseLike<unknown>)[] = [
    () => db.delete(codes).where(lt(codes.createdAt, ago(day))),
    () => db.delete(outbox).where(lt(outbox.createdAt, ago(7 * day))),
    () => db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, ago(day))),
    () => deleteOldLimits(db, now),
    () => db.delete(undos).where(lt(undos.expiresAt, ago(day))),
    () =>
      db.transaction(async tx => {
        const dead = tx.select({ id: sessions.id }).from(sessions).where(isDead)
        await tx.delete(refreshTokens).where(sql`${refreshTokens.sessionId} in ${dead}`)
        await tx.delete(sessions).where(isDead)
      }),
    // Renewed every few minutes, a living session leaves a long trail: what has expired says nothing any more.
    () => db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, ago(day))),
    () => sumUp(db),
  ]
  const failures: unknown[] = []
  for (const step of steps)
    await step().then(
      () => {},
      (error: unknown) => failures.push(error),
    )
  // A step that fails keeps none of the others from its work; the first failure is told.
  if (failures.length) throw failures[0]
}

/** Many small additions become one sum each; what is added meanwhile stays for the next time. */
export const sumUp = async (db: Database) => {
  await db.execute(sql`with taken as (delete from people_tallies returning *)
    insert into people_tallies (tenant_id, status, role, department_id, people)
    select tenant_id, status, role, department_id, sum(people) from taken group by 1, 2, 3, 4 having sum(people) <> 0`)
  await db.execute(sql`with taken as (delete from campaign_tallies returning *)
    insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
    select tenant_id, tenant_ids, category_id, brand_id, is_draft, sum(campaigns)
    from taken group by 1, 2, 3, 4, 5 having sum(campaigns) <> 0`)
}

/** Nothing cleans up and looks at the data behind the embedded database's back, as PostgreSQL's own autovacuum does. */
const tidy = async ({ db, engine }: Pick<Opened, "db" | "engine">) => {
  if (engine === "pglite") await db.execute(sql`vacuum (analyze)`)
}

/** Sweeps now and every hour, and looks for pictures without a record, and tidies, once a day. @returns stop */
export const startHousekeeping = ({ db, engine }: Pick<Opened, "db" | "engine">, store: Store, log: Logger) => {
  const tell = (error: Error) => log.warn({ housekeeping: (error.cause as Error | undefined)?.message ?? error.message })
  const run = () => sweep(db, Date.now()).catch(tell)
  run()
  const daily = async () => {
    await deleteOrphanedMedia(db, store, Date.now())
    await tidy({ db, engine })
  }
  const timers = [setInterval(run, hour), setInterval(() => daily().catch(tell), day)]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
