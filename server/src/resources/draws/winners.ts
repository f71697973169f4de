import { and, eq, isNotNull, sql } from "drizzle-orm"
import { placeOf } from "../../../../src/contract/draw-proof/places"
import type { ProofRules } from "../../../../src/contract/draw-proof/proof"
import { drawEntries, type drawWinners } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { idRows } from "../../db/rows"
import { departments, fullName, users } from "../../db/schema"

/** Winners as they are stored: with the names at the time of the draw (docs/contract.md#winners). */

type NewWinner = Omit<typeof drawWinners.$inferSelect, "drawId" | "round" | "note" | "mailId">
/** A locked entry, and the place that it was drawn for. */
type DrawnEntry = { place: number; position: number; employeeId: string; weight: number }

const numberRows = (numbers: readonly number[]) =>
  sql`(select value::integer from jsonb_array_elements_text(${JSON.stringify(numbers)}::text::jsonb))`

/** The entries at the places of a round. @param places positions by place */
export const readDrawnEntries = async (tx: Database, drawId: string, places: readonly number[]): Promise<DrawnEntry[]> => {
  const rows = await tx
    .select({ position: drawEntries.position, employeeId: drawEntries.employeeId, weight: drawEntries.weight })
    .from(drawEntries)
    .where(
      and(eq(drawEntries.drawId, drawId), isNotNull(drawEntries.position), sql`${drawEntries.position} in ${numberRows(places)}`),
    )
  const entries = new Map(rows.map(row => [row.position, row]))
  return places.map((position, place) => {
    const entry = entries.get(position)
    if (!entry) throw new Error("The draw has no such entry.")
    return { place, position, employeeId: entry.employeeId, weight: entry.weight ?? 0 }
  })
}

/** Names of people, also of those who have left. */
const readNames = async (tx: Database, ids: readonly string[]) => {
  const rows = await tx
    .select({
      id: users.id,
      name: fullName,
      departmentName: departments.name,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(sql`${users.id} in ${idRows(ids)}`)
  return new Map(rows.map(row => [row.id, row]))
}

/** Names the people at places. @param at the time of the draw */
export const nameWinners = async (
  tx: Database,
  { method, prizes }: Pick<ProofRules, "method" | "prizes">,
  drawn: readonly DrawnEntry[],
  at: Date,
): Promise<NewWinner[]> => {
  const names = await readNames(
    tx,
    drawn.map(({ employeeId }) => employeeId),
  )
  return drawn.map(({ place, position, employeeId, weight }) => {
    const { prizeIndex, isReserve } = placeOf(prizes, place)
    const person = names.get(employeeId)
    return {
      place,
      employeeId,
      name: person?.name ?? "",
      departmentName: person?.departmentName ?? null,
      prize: prizes[prizeIndex]?.name ?? "",
      prizeIndex,
      reserve: isReserve,
      position,
      score: method === "scoreBased" ? weight : null,
      state: "drawn",
      stateAt: at,
      reason: null,
      replaces: null,
    }
  })
}
