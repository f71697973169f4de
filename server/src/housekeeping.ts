import { and, isNotNull, lt, or, sql } from "drizzle-orm"
import type { Logger } from "pino"
import type { Database } from "./db"
import { sweepLimits } from "./limits"
import { collectOrphans } from "./orphans"
import { codes, idempotencyKeys, outbox, refreshTokens, sessions, undos } from "./schema"
import type { Store } from "./store"

const hour = 3_600_000
const day = 24 * hour

/** Removes what no rule asks about any more: spent codes, dead sessions, old keys (decisions §2, §3). No address is kept longer than it serves. */
export const sweep = async (db: Database, now: number): Promise<void> => {
  const ago = (ms: number) => new Date(now - ms)
  await db.delete(codes).where(lt(codes.createdAt, ago(day)))
  await db.delete(outbox).where(lt(outbox.createdAt, ago(7 * day)))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, ago(day)))
  await sweepLimits(db, now)
  await db.delete(undos).where(lt(undos.expiresAt, ago(day)))
  const isDead = or(lt(sessions.createdAt, ago(31 * day)), and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, ago(day))))
  await db.transaction(async tx => {
    const dead = tx.select({ id: sessions.id }).from(sessions).where(isDead)
    await tx.delete(refreshTokens).where(sql`${refreshTokens.sessionId} in ${dead}`)
    await tx.delete(sessions).where(isDead)
    // Renewed every few minutes, a living session leaves a long trail: what has expired says nothing any more.
    await tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, ago(day)))
  })
}

/** Sweeps now and every hour, and looks for pictures without a record once a day. @returns stop */
export const startHousekeeping = (db: Database, store: Store, log: Logger) => {
  const tell = (error: Error) => log.warn({ housekeeping: (error.cause as Error | undefined)?.message ?? error.message })
  const run = () => sweep(db, Date.now()).catch(tell)
  run()
  const timers = [setInterval(run, hour), setInterval(() => collectOrphans(db, store, Date.now()).catch(tell), day)]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
