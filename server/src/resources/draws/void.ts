import { z } from "zod"
import { createLock } from "../../../../src/contract/draw-proof/lock"
import type { Lock, ProofRules, PublicRandomness, RedrawReason } from "../../../../src/contract/draw-proof/proof"
import { dropReasons, redrawReasons, type VoidReason, voidReasons } from "../../../../src/contract/draws/draws"
import { may } from "../../auth/policy"
import type { Database } from "../../db/open"
import type { DrawRow } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import { nodeHashing } from "../../hashing"
import { code, trimmed } from "../../http/body"
import { nextRegisterPlace, registerEvent } from "../../kinds/draw-register"
import { readIneligible, readRound, wouldRepeat } from "../../kinds/draw-result"
import { json, noted, route } from "../../routes/route"
import { dropOut, isDropped, loggedWinner, readWinner } from "./drop-out"
import { chosenRandomness, insertRound, lockBody, newSecret } from "./lock"
import { presentRound, readReplacements, readRules } from "./proof"
import { stepParts, takeStep, type Work } from "./step"
import { noteErrors } from "./winner"

/** Voids a winner, or a whole round (docs/contract.md#draw-void). */

export const voidBody = lockBody.extend({
  reason: code(voidReasons),
  note: trimmed(10_000),
  place: z.int().min(0).max(999_999_999).nullish(),
  excludeIneligible: z.boolean().nullish(),
})

const noteRequired = (given: { note: string }) => ({ note: given.note ? noteErrors(given).note : ("draw.noteRequired" as const) })

/** @throws Refusal 400 naming `reason` */
const fittingReason = <R extends VoidReason>(given: number, allowed: readonly R[]): R => {
  const name = allowed.find(reason => reason === voidReasons.name(given))
  return name ?? refuseField("reason", "draw.reasonUnfit")
}

type Redraw = {
  reason: RedrawReason
  note: string
  now: number
  publicRandomness: PublicRandomness
  excludesIneligible: boolean
}

/** Locks a further round over the same entries and rules. @returns its details for the audit log */
const lockNextRound = async (tx: Database, draw: DrawRow, redraw: Redraw) => {
  const { reason, note, now, publicRandomness } = redraw
  if (draw.intent !== "drawn" || draw.round === null) return refuse({ kind: "conflict", key: "draw.notDrawn" })
  const ineligible = redraw.excludesIneligible ? (await readIneligible(tx, draw.id)).map(({ position }) => position) : []
  if (await wouldRepeat(tx, draw, ineligible)) refuse({ kind: "conflict", key: "draw.redraw.same" })
  const last = await readRound(tx, draw.id, draw.round)
  const previous = presentRound(last, await readReplacements(tx, draw.id, draw.round))
  const before = previous.replacements.at(-1)?.at ?? previous.drawnAt ?? previous.lock.lockedAt
  const rules: ProofRules = await readRules(tx, draw.id)
  const seed = newSecret()
  const round = draw.round + 1
  await registerEvent(tx, draw, draw.round, { event: "voided", reason }, Math.max(now, Date.parse(before)))
  const { place: register, lastAt } = await nextRegisterPlace(tx, draw)
  const { root, entryCount }: Lock = previous.lock
  if (ineligible.length === entryCount) refuse({ kind: "conflict", key: "draw.noEntries" })
  const lock = await createLock(nodeHashing, {
    domain: "real",
    rules,
    root,
    entryCount,
    seed,
    publicRandomness,
    lockedAt: new Date(Math.max(now, Date.parse(before), lastAt)).toISOString(),
    register,
    redraw: { round, previous, reason, ineligible },
  })
  const lockHash = await insertRound(tx, { lock, seed, reason, note, rules })
  return { round, lockHash, reason, publicRandomness, ...(ineligible.length > 0 && { ineligible }) }
}

export const voidWork =
  (given: z.infer<typeof voidBody>): Work =>
  async (tx, draw, now) => {
    const { note } = given
    if (given.place != null) {
      const reason = fittingReason(given.reason, dropReasons)
      const winner = await readWinner(tx, draw, given.place)
      if (isDropped(winner)) refuse({ kind: "conflict", key: "draw.stateFixed" })
      const { position } = await dropOut(tx, winner, { state: "void", reason, note, now })
      const after = { ...loggedWinner({ ...winner, state: "void" }), reason, movedUp: position }
      return { log: [{ action: "void", before: loggedWinner(winner), after }] }
    }
    const reason = fittingReason(given.reason, redrawReasons)
    const publicRandomness = chosenRandomness(given, now)
    const excludesIneligible = given.excludeIneligible ?? true
    const after = await lockNextRound(tx, draw, { reason, note, now, publicRandomness, excludesIneligible })
    return { values: { intent: "live", round: after.round }, log: [{ action: "void", after }] }
  }

export const voidResult = route.post("/draw/:id/void", may("run", "draws"), {
  ...stepParts,
  summary: "Take out one winner, or void the result and lock a further round",
  body: noted(json(voidBody)),
  required: ["reason", "note"],
  example: { reason: 3, note: "Yanlış ödül sayısı" },
  handler: async ({ c, params, body }) => {
    const given = await body(noteRequired)
    return takeStep(c, { drawId: params.id, name: "void", given, work: voidWork(given) })
  },
})
