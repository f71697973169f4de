import { createHash, randomBytes } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { buildEntries, isDrawable, rootOf } from "../../../../src/contract/draw-proof/entries"
import { createLock, hashLock } from "../../../../src/contract/draw-proof/lock"
import type { Lock, PublicRandomness, RedrawReason } from "../../../../src/contract/draw-proof/proof"
import { beaconTime, isBeaconAhead } from "../../../../src/contract/draw-proof/public-randomness"
import { type EntryRules, entryOfLock } from "../../../../src/contract/draw-proof/register"
import { randomnessKinds } from "../../../../src/contract/draws/draws"
import { createSlices } from "../../../../src/core/concurrency/slices"
import { canonicalJson } from "../../../../src/core/hashing/canonical-json"
import type { Pause } from "../../../../src/core/hashing/hashing"
import { may } from "../../auth/policy"
import { drawLocks, drawRounds } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import type { DrawRow } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import { nodeHashing } from "../../hashing"
import { code } from "../../http/body"
import type { Env } from "../../http/context"
import { insertEntry, nextRegisterPlace } from "../../kinds/draw-register"
import { readRound } from "../../kinds/draw-result"
import { json, noted, route } from "../../routes/route"
import { eligibilityOf, readEntries } from "./eligibility"
import { randomnessOf, readHolder, rulesOf } from "./proof"
import { stepParts, takeStep, type Work } from "./step"

/** The lock of a draw: entries, seed and rules are committed to (docs/contract.md#draw-lock). */

const randomness = z.object({
  kind: code(randomnessKinds),
  round: z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
})
export const lockBody = z.object({ publicRandomness: randomness.nullish() })
type Given = z.infer<typeof lockBody>

/**
 * Where the public value of a round will come from: of a beacon, a round that is published within five years.
 * @throws Refusal 400 naming `publicRandomness.round`
 */
export const chosenRandomness = ({ publicRandomness: given }: Given, now: number): PublicRandomness => {
  if (!given) return { kind: "none" }
  const chosen = randomnessOf({ kind: given.kind, ...(given.round && { round: given.round }) })
  if (chosen.kind !== "drand") return chosen
  if (!given.round) return refuseField("publicRandomness.round", "draw.beacon.required")
  if (isBeaconAhead(given.round, now)) return chosen
  return refuseField("publicRandomness.round", beaconTime(given.round) > now ? "draw.beacon.tooFar" : "draw.beacon.published")
}

/** A fresh secret of 32 bytes as hexadecimal digits. */
export const newSecret = () => randomBytes(32).toString("hex")

type NewRound = { lock: Lock; seed: string; reason: RedrawReason | null; note: string; rules: EntryRules }

/** Stores a round that is to be drawn, and registers its lock. @returns its lock code */
export const insertRound = async (tx: Database, { lock, seed, reason, note, rules }: NewRound): Promise<string> => {
  const lockHash = await hashLock(nodeHashing, lock)
  const entry = entryOfLock(lock, lockHash, rules)
  if (entry && lock.register) await insertEntry(tx, lock.register.companyId, entry)
  const { publicRandomness } = lock
  await tx.insert(drawRounds).values({
    drawId: lock.drawId,
    round: lock.round,
    lock,
    lockHash,
    seed,
    lockedAt: new Date(lock.lockedAt),
    randomnessKind: randomnessKinds.value(publicRandomness.kind),
    randomnessRound: publicRandomness.kind === "drand" ? publicRandomness.round : null,
    reason,
    note,
  })
  return lockHash
}

/** Rows of one statement, which keeps each of them short. */
const batchSize = 2_000

type Locked = Awaited<ReturnType<typeof buildEntries>>

const insertEntries = async (tx: Database, drawId: string, entries: Locked, pause: Pause) => {
  for (let from = 0; from < entries.length; from += batchSize) {
    const rows = entries.slice(from, from + batchSize).map(({ entry: [commitment, weight], employeeId }, at) => ({
      employee_id: employeeId,
      position: from + at,
      commitment,
      weight,
    }))
    await tx.execute(sql`insert into draw_entries (draw_id, employee_id, position, commitment, weight)
      select ${drawId}::uuid, r.* from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as r (employee_id uuid, position integer, commitment text, weight bigint)
      on conflict (draw_id, employee_id) do update
        set position = excluded.position, commitment = excluded.commitment, weight = excluded.weight`)
    // The embedded database answers without leaving this task.
    await pause()
  }
}

/** The current participants. @throws Refusal 409 without anybody, or when the scores are too large to be drawn from */
export const readParticipants = async (tx: Database, draw: DrawRow, timeZone: string) => {
  const participants = await readEntries(tx, await eligibilityOf(tx, draw, timeZone))
  if (participants.length === 0) refuse({ kind: "conflict", key: "draw.noEntries" })
  if (!isDrawable(participants.map(({ weight }) => weight))) refuse({ kind: "conflict", key: "draw.weightsTooLarge" })
  return participants
}

type LockOptions = { now: number; timeZone: string; publicRandomness: PublicRandomness }

/**
 * Locks a draw whose row the transaction holds.
 * @param options.now epoch ms. @returns its details for the audit log
 */
export const lockDraw = async (tx: Database, draw: DrawRow, { now, timeZone, publicRandomness }: LockOptions) => {
  const pause = createSlices()
  const participants = await readParticipants(tx, draw, timeZone)
  const saltKey = newSecret()
  const given = { drawId: draw.id, saltKey: Buffer.from(saltKey, "hex"), participants }
  const entries = await buildEntries(nodeHashing, given, pause)
  const root = await rootOf(
    nodeHashing,
    entries.map(({ entry }) => entry),
    pause,
  )
  const rules = rulesOf(draw, await readHolder(tx, draw, timeZone))
  const seed = newSecret()
  const entryCount = entries.length
  const totalWeight = participants.reduce((sum, { weight }) => sum + weight, 0)
  // In this order: a draw with a lock takes no entries (server/migrations/0035_kept_tables.sql).
  await insertEntries(tx, draw.id, entries, pause)
  await tx.insert(drawLocks).values({ drawId: draw.id, rules, saltKey, root, entryCount, totalWeight })
  const { place: register, lastAt } = await nextRegisterPlace(tx, draw)
  const lockedAt = new Date(Math.max(now, lastAt)).toISOString()
  const options = { domain: "real", rules, root, entryCount, seed, publicRandomness, lockedAt, register } as const
  const lock = await createLock(nodeHashing, options)
  const lockHash = await insertRound(tx, { lock, seed, reason: null, note: "", rules })
  return { round: 0, lockHash, entryCount, publicRandomness }
}

/** @throws Refusal 409 while entries are open, and for a draw that is no published one */
export const refuseUnlockable = ({ intent, endDate }: DrawRow, now: number) => {
  if (intent === "drawn") refuse({ kind: "conflict", key: "draw.drawnFixed" })
  if (intent === "draft") refuse({ kind: "conflict", key: "draw.notPublished" })
  if (intent === "cancelled") refuse({ kind: "conflict", key: "draw.cancelledFixed" })
  if (now < endDate.getTime()) refuse({ kind: "conflict", key: "draw.lock.tooEarly" })
}

/** How many people take part now, and a hash of them and their chances: what the confirmation of a lock is about. */
export const seenParticipants = (c: Context<Env>) => async (tx: Database, draw: DrawRow) => {
  if (draw.round !== null) return undefined
  const participants = await readParticipants(tx, draw, c.get("deps").config.timeZone)
  const hash = createHash("sha256").update(JSON.stringify(participants)).digest("base64url")
  return { count: participants.length, hash }
}

/** Locks a draw; a locked one keeps its lock. */
export const lockWork =
  (c: Context<Env>, given: Given): Work =>
  async (tx, draw, now) => {
    if (draw.round !== null) {
      const { lock } = await readRound(tx, draw.id, draw.round)
      const locked = canonicalJson(lock.publicRandomness)
      const isOther = given.publicRandomness && canonicalJson(randomnessOf(given.publicRandomness as never)) !== locked
      if (isOther) refuse({ kind: "conflict", key: "draw.locked.otherwise" })
      return undefined
    }
    refuseUnlockable(draw, now)
    const publicRandomness = chosenRandomness(given, now)
    const after = await lockDraw(tx, draw, { now, timeZone: c.get("deps").config.timeZone, publicRandomness })
    return { values: { round: 0 }, log: [{ action: "lock", after }] }
  }

export const lock = route.post("/draw/:id/lock", may("run", "draws"), {
  ...stepParts,
  summary: "Lock a draw: commit to its entries, rules and seed",
  body: noted(json(lockBody)),
  example: { publicRandomness: { kind: 0 } },
  handler: async ({ c, params, body }) => {
    const given = await body()
    const options = { drawId: params.id, given, work: lockWork(c, given), participants: seenParticipants(c) }
    return takeStep(c, { name: "lock", ...options })
  },
})
