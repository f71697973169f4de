import { and, eq, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import type { ProofEntry, PublicRandomness } from "../../../../src/contract/draw-proof/proof"
import {
  beaconTime,
  isPublicValue,
  isReadable,
  normalizePublicValue,
} from "../../../../src/contract/draw-proof/public-randomness"
import { drawRound } from "../../../../src/contract/draw-proof/round"
import { createSlices } from "../../../../src/core/concurrency/slices"
import { may } from "../../auth/policy"
import { drawLocks, drawRounds, drawWinners } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import type { DrawRow } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import { nodeHashing } from "../../hashing"
import { verbatim } from "../../http/body"
import type { Env } from "../../http/context"
import { registerEvent } from "../../kinds/draw-register"
import { type RoundRow, readRound } from "../../kinds/draw-result"
import { json, noted, route } from "../../routes/route"
import { lockDraw, refuseUnlockable, seenParticipants } from "./lock"
import { readLockedEntries } from "./proof"
import { type StepChange, stepParts, takeStep, type Work } from "./step"
import { nameWinners, readDrawnEntries } from "./winners"

/** Drawing the winners of a locked draw (docs/contract.md#draw-run). */

export const runBody = z.object({ publicValue: verbatim(200).refine(given => given.length <= 200) })

/** The public value of a round as it is stored. @throws Refusal 400 naming `publicValue`, 409 before the beacon has it */
const publicValueOf = (randomness: PublicRandomness, given: string, now: number): string => {
  if (randomness.kind === "drand" && now < beaconTime(randomness.round)) refuse({ kind: "conflict", key: "draw.beacon.later" })
  const value = normalizePublicValue(randomness, given)
  const key = randomness.kind === "drand" ? "draw.public.valueDrand" : "draw.public.valueRequired"
  if (!isReadable(value)) refuseField("publicValue", "draw.public.valueUnreadable")
  return isPublicValue(randomness, value) ? value : refuseField("publicValue", key)
}

/** A round that is drawn again from what is stored; only the entries' number counts where neither weight nor time does. */
export const repeatRound = async (tx: Database, { drawId, lock, seed }: RoundRow, publicValue: string) => {
  const [stored] = await tx.select().from(drawLocks).where(eq(drawLocks.drawId, drawId))
  if (!stored) throw new Error("The draw is not locked.")
  const { rules } = stored
  const entries: ProofEntry[] =
    rules.method === "random"
      ? Array.from({ length: stored.entryCount }, () => ["", 1, 0])
      : await readLockedEntries(tx, drawId, rules)
  const options = { entries, rules, lock, seed, publicValue }
  return { rules, round: await drawRound(nodeHashing, options, createSlices()) }
}

const batchSize = 500

const insertWinners = async (tx: Database, drawId: string, round: number, rows: Awaited<ReturnType<typeof nameWinners>>) => {
  for (let from = 0; from < rows.length; from += batchSize)
    await tx.insert(drawWinners).values(rows.slice(from, from + batchSize).map(row => ({ ...row, drawId, round })))
}

type RunOptions = { now: number; publicValue: string }

/** Draws the last round of a locked draw whose row the transaction holds. @returns its details for the audit log */
export const runDraw = async (tx: Database, draw: DrawRow, number: number, { now, publicValue: given }: RunOptions) => {
  const { id: drawId } = draw
  const row = await readRound(tx, drawId, number)
  const { publicRandomness } = row.lock
  const publicValue = publicValueOf(publicRandomness, given, now)
  const { rules, round } = await repeatRound(tx, row, publicValue)
  const drawnAt = new Date(Math.max(now, row.lockedAt.getTime()))
  const winners = await nameWinners(tx, rules, await readDrawnEntries(tx, drawId, round.places), drawnAt)
  const winnerCount = winners.filter(({ reserve }) => !reserve).length
  const [drawn] = await tx
    .update(drawRounds)
    .set({ drawnAt, publicValue, places: round.places, winnerCount })
    .where(and(eq(drawRounds.drawId, drawId), eq(drawRounds.round, number), sql`${drawRounds.drawnAt} is null`))
    .returning({ lockHash: drawRounds.lockHash })
  if (!drawn) throw new Error("The round has been drawn already.")
  await insertWinners(tx, drawId, number, winners)
  await registerEvent(tx, draw, number, { event: "drawn" }, drawnAt.getTime())
  return { round: number, lockHash: drawn.lockHash, drawnAt: drawnAt.toISOString(), publicValue, winnerCount }
}

const refuseUnready = ({ intent, drawDate }: DrawRow, now: number) => {
  if (intent === "cancelled") refuse({ kind: "conflict", key: "draw.cancelledFixed" })
  if (now < drawDate.getTime()) refuse({ kind: "conflict", key: "draw.run.tooEarly" })
}

/** Draws the winners, and locks an unlocked draw first; a drawn draw keeps its result. */
export const runWork =
  (c: Context<Env>, given: z.infer<typeof runBody>): Work =>
  async (tx, draw, now) => {
    if (draw.intent === "drawn") return undefined
    const log: StepChange["log"] = []
    if (draw.round === null) refuseUnlockable(draw, now)
    refuseUnready(draw, now)
    if (draw.round === null) {
      const options = { now, timeZone: c.get("deps").config.timeZone, publicRandomness: { kind: "none" } as const }
      log.push({ action: "lock", after: await lockDraw(tx, draw, options) })
    }
    const round = draw.round ?? 0
    log.push({ action: "run", after: await runDraw(tx, draw, round, { now, publicValue: given.publicValue }) })
    return { values: { intent: "drawn", round }, log }
  }

export const run = route.post("/draw/:id/run", may("run", "draws"), {
  ...stepParts,
  summary: "Draw the winners; an unlocked draw is locked first",
  body: noted(json(runBody)),
  example: {},
  handler: async ({ c, params, body }) => {
    const given = await body()
    const options = { drawId: params.id, given, work: runWork(c, given), participants: seenParticipants(c) }
    return takeStep(c, { name: "run", ...options })
  },
})
