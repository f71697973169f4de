import { and, eq } from "drizzle-orm"
import {
  type Draw,
  type DrawItem,
  type VoidReason,
  voidReasons,
  type Winner,
  winnerStates,
} from "../../../../src/contract/draws/draws"
import type { Wire } from "../../../../src/contract/wire"
import { drawWinners } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { draw } from "../../kinds/draw"
import type { RowOf } from "../../kinds/entities"
import { recordsOf } from "../../records/records"
import { readIneligible, wouldRepeat } from "./ineligible"
import { presentPlace, registerEvent } from "./register"

type Row = RowOf<"draw">

const reasonCode = (reason: VoidReason | null) => (reason === null ? null : voidReasons.value(reason))

export const presentWinner = (winner: Omit<typeof drawWinners.$inferSelect, "drawId" | "round" | "note">) =>
  ({
    place: winner.place,
    employeeId: winner.employeeId,
    name: winner.name,
    departmentName: winner.departmentName,
    prize: winner.prize,
    prizeIndex: winner.prizeIndex,
    reserve: winner.reserve,
    ticket: winner.position === null ? null : winner.position + 1,
    score: winner.score,
    state: winnerStates.value(winner.state),
    stateAt: winner.stateAt.toISOString(),
    reason: reasonCode(winner.reason),
    replaces: winner.replaces,
  }) satisfies Wire<Omit<Winner, "reason">> & { reason: number | null }

/** The winners of the last round; those of a draw from before there were locks are in round 0. */
const winnersOf = async (db: Database, { id, intent, round }: Row): Promise<Winner[]> => {
  if (intent !== "drawn" && round === null) return []
  const rows = await db
    .select()
    .from(drawWinners)
    .where(and(eq(drawWinners.drawId, id), eq(drawWinners.round, round ?? 0)))
    .orderBy(drawWinners.place)
  return rows.map(presentWinner)
}

/** Draws with their result (docs/contract.md#draw-record). */
export const drawRecords = recordsOf(draw, {
  details: async (db, row) => {
    const ineligible = row.round === null ? [] : await readIneligible(db, row.id)
    const positions = ineligible.map(({ position }) => position)
    return {
      winners: await winnersOf(db, row),
      ineligible: ineligible.map(({ position, ...person }) => ({ ...person, ticket: position + 1 })),
      register: await presentPlace(db, row),
      canRedraw: row.intent === "drawn" && row.round !== null && !(await wouldRepeat(db, row, positions)),
    } satisfies Wire<Omit<Draw, keyof DrawItem | "employeeIds">>
  },
  // The only change of a locked draw is its cancellation.
  onChange: async (tx, before, after, now) => {
    if (before.round !== null && after.intent === "cancelled")
      await registerEvent(tx, before, before.round, { event: "cancelled" }, now)
  },
})
