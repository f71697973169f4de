import { and, desc, eq, sql } from "drizzle-orm"
import type { RegisterEntry, RegisterPlace } from "../../../src/contract/draw-proof/proof"
import { hashEntry } from "../../../src/contract/draw-proof/register"
import { drawRegister as table } from "../db/draw-tables"
import type { Database } from "../db/open"
import type { DrawRow } from "../db/schema"
import { nodeHashing } from "../hashing"

/** A company's register of draws, an append-only chain (docs/draw-proof.md#register). */

type Draw = Pick<DrawRow, "id" | "tenantId" | "copyOf">

/** An arbitrary number beside those of other locks of a name. */
const registerLock = 7

/**
 * Returns the next place in the register, which is held until the transaction ends: entries of parallel transactions follow each
 * other. @returns also the time of the last entry, which a later one is not dated before
 */
export const nextRegisterPlace = async (
  tx: Database,
  { tenantId: companyId, copyOf }: Draw,
): Promise<{ place: RegisterPlace; lastAt: number }> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${registerLock}::int, hashtext(${companyId}))`)
  const [last] = await tx
    .select({ number: table.number, hash: table.hash, at: table.at })
    .from(table)
    .where(eq(table.companyId, companyId))
    .orderBy(desc(table.number))
    .limit(1)
  return {
    place: { companyId, number: (last?.number ?? 0) + 1, previous: last?.hash ?? null, copyOf },
    lastAt: last?.at.getTime() ?? 0,
  }
}

/** Stores the entry of the next place, which the transaction holds. */
export const insertEntry = async (tx: Database, companyId: string, entry: RegisterEntry) => {
  const { number, at, event, drawId, round } = entry
  const hash = await hashEntry(nodeHashing, entry)
  const stored = { companyId, number, entry, hash, at: new Date(at), event, drawId, round }
  await tx.insert(table).values(stored)
}

const readEntry = async (tx: Database, drawId: string, round: number) => {
  const ofLock = and(eq(table.drawId, drawId), eq(table.round, round), eq(table.event, "locked"))
  const [found] = await tx.select().from(table).where(ofLock)
  return found
}

type Event = Pick<RegisterEntry, "event"> & Partial<Pick<RegisterEntry, "reason">>

/** Registers what became of a lock; nothing for a lock from before there was a register. @param now epoch ms */
export const registerEvent = async (tx: Database, draw: Draw, round: number, { event, reason = null }: Event, now: number) => {
  const locked = await readEntry(tx, draw.id, round)
  if (!locked) return
  const { place, lastAt } = await nextRegisterPlace(tx, draw)
  const { number, previous } = place
  const at = new Date(Math.max(now, lastAt)).toISOString()
  await insertEntry(tx, draw.tenantId, { ...locked.entry, number, previous, at, event, reason })
}

/** The number of a lock in the register, and the hash of its entry; null for one that is not in it. */
export const presentPlace = async (db: Database, { id, round }: Pick<DrawRow, "id" | "round">) => {
  const entry = round === null ? undefined : await readEntry(db, id, round)
  return entry ? { number: entry.number, hash: entry.hash } : null
}
