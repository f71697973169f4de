import { and, count, eq, max, notInArray } from "drizzle-orm"
import { winnerPlaces } from "../../../../src/contract/draw-proof/places"
import type { ReplacementReason } from "../../../../src/contract/draw-proof/proof"
import type { WinnerState } from "../../../../src/contract/draws/draws"
import { drawReplacements, drawRounds, drawWinners } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import type { DrawRow } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { readRound } from "../../kinds/draw-result"
import { readReplacements } from "./proof"
import { repeatRound } from "./run"
import { nameWinners, readDrawnEntries } from "./winners"

/** A winner drops out and the next one moves up (docs/contract.md#winners). */

export type WinnerRow = typeof drawWinners.$inferSelect

/** States of winners who dropped out. */
export const dropped = ["declined", "expired", "void"] as const satisfies readonly WinnerState[]
export const isDropped = ({ state }: WinnerRow) => (dropped as readonly WinnerState[]).includes(state)

const ofRound = (drawId: string, round: number) => and(eq(drawWinners.drawId, drawId), eq(drawWinners.round, round))

/**
 * The winner at a place of a drawn draw's last round.
 * @throws Refusal 404 for a place that nobody was drawn for, 409 for a draw without a result that can be proved
 */
export const readWinner = async (tx: Database, draw: DrawRow, place: number): Promise<WinnerRow> => {
  if (draw.intent !== "drawn" || draw.round === null) return refuse({ kind: "conflict", key: "draw.notDrawn" })
  const [winner] = await tx
    .select()
    .from(drawWinners)
    .where(and(ofRound(draw.id, draw.round), eq(drawWinners.place, place)))
  return winner ?? refuse({ kind: "missing" })
}

export const updateWinner = (
  tx: Database,
  { drawId, round, place }: Pick<WinnerRow, "drawId" | "round" | "place">,
  values: Partial<Omit<WinnerRow, "drawId" | "round" | "place">>,
) =>
  tx
    .update(drawWinners)
    .set(values)
    .where(and(ofRound(drawId, round), eq(drawWinners.place, place)))

type DropOptions = { state: (typeof dropped)[number]; reason: ReplacementReason; note: string; now: number }

/** Repeats a round with its replacements and takes one more step. @returns who moves up, null when nobody does */
const replaceNext = async (tx: Database, winner: WinnerRow, place: number) => {
  const row = await readRound(tx, winner.drawId, winner.round)
  const before = await readReplacements(tx, winner.drawId, winner.round)
  const { rules, round } = await repeatRound(tx, row, row.publicValue ?? "")
  for (const replacement of before) await round.replace(replacement.place)
  const position = await round.replace(place)
  if (position === undefined) throw new Error("Nobody holds the place.")
  return { row, before, rules, position }
}

/** The first place number behind those of the proof and of everybody who moved up without having been a reserve. */
const nextFreePlace = async (tx: Database, drawId: string, round: number, places: number) => {
  const [found] = await tx
    .select({ last: max(drawWinners.place) })
    .from(drawWinners)
    .where(ofRound(drawId, round))
  return Math.max((found?.last ?? -1) + 1, places)
}

const countWinners = async (tx: Database, drawId: string, round: number): Promise<number> => {
  const [found] = await tx
    .select({ winners: count() })
    .from(drawWinners)
    .where(and(ofRound(drawId, round), eq(drawWinners.reserve, false), notInArray(drawWinners.state, [...dropped])))
  return found?.winners ?? 0
}

/**
 * Removes a winner, in a transaction that holds the draw's row; the replacement gets the place.
 * @returns the place of the proof, and the position of the entry that moved up, null when nobody did
 */
export const dropOut = async (tx: Database, winner: WinnerRow, { state, reason, note, now }: DropOptions) => {
  const { drawId, round: number } = winner
  const place = winner.replaces ?? winner.place
  const { row, before, rules, position } = await replaceNext(tx, winner, place)
  const last = before.at(-1)?.at ?? row.drawnAt?.toISOString() ?? row.lockedAt.toISOString()
  const at = new Date(Math.max(now, Date.parse(last)))
  await tx.insert(drawReplacements).values({ drawId, round: number, step: before.length, at, place, reason, position })
  await updateWinner(tx, winner, { state, stateAt: at, reason, note })
  if (position !== null) await moveUp(tx, winner, { place, position, rules, at })
  await tx
    .update(drawRounds)
    .set({ winnerCount: await countWinners(tx, drawId, number) })
    .where(and(eq(drawRounds.drawId, drawId), eq(drawRounds.round, number)))
  return { place, position }
}

type Move = { place: number; position: number; at: Date; rules: Parameters<typeof nameWinners>[1] }

/** Gives a place to a reserve, or to an entry that was no winner and no reserve. */
const moveUp = async (tx: Database, { drawId, round, prize, prizeIndex }: WinnerRow, { place, position, rules, at }: Move) => {
  const values = { reserve: false, replaces: place, state: "drawn" as const, stateAt: at }
  const [reserve] = await tx
    .update(drawWinners)
    .set(values)
    .where(and(ofRound(drawId, round), eq(drawWinners.position, position)))
    .returning({ place: drawWinners.place })
  if (reserve) return
  const [entry] = await readDrawnEntries(tx, drawId, [position])
  const [named] = entry ? await nameWinners(tx, rules, [{ ...entry, place }], at) : []
  if (!named) throw new Error("The draw has no such entry.")
  const number = await nextFreePlace(tx, drawId, round, 2 * winnerPlaces(rules.prizes))
  await tx.insert(drawWinners).values({ ...named, ...values, prize, prizeIndex, place: number, drawId, round })
}

/** The stored text of a winner's state for the audit log: no name. */
export const loggedWinner = ({ round, place, employeeId, state }: WinnerRow) => ({ round, place, employeeId, state })
