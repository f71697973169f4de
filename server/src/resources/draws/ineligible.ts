import { isDeepStrictEqual } from "node:util"
import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import { winnerPlaces } from "../../../../src/contract/draw-proof/places"

import { methods } from "../../../../src/contract/draws/draws"
import { drawWinners } from "../../db/draw-tables"
import { type Database, rowsOf } from "../../db/open"
import type { RowOf } from "../../kinds/entities"
import { readRound } from "./proof"

/** Who dropped out of a draw as ineligible, and what a redraw without them can change (docs/contract.md#draw-void). */

/** The people who dropped out of any round as ineligible, by the position of their entry. */
export const readIneligible = async (db: Database, drawId: string) => {
  const rows = await db
    .selectDistinctOn([drawWinners.position], {
      employeeId: drawWinners.employeeId,
      name: drawWinners.name,
      position: drawWinners.position,
    })
    .from(drawWinners)
    .where(and(eq(drawWinners.drawId, drawId), eq(drawWinners.reason, "ineligible"), isNotNull(drawWinners.position)))
    .orderBy(asc(drawWinners.position))
  return rows.map(({ position, ...person }) => ({ ...person, position: Number(position) }))
}

/**
 * Whether a redraw has the places of the last round: the order of entry gives them, unless others take part or two of the
 * first entries have the same time.
 * @param ineligible positions of the entries that take no part, ascending
 */
export const wouldRepeat = async (db: Database, draw: RowOf<"draw">, ineligible: readonly number[]): Promise<boolean> => {
  if (methods.name(draw.method) !== "firstComeFirstServed" || draw.round === null) return false
  const { lock } = await readRound(db, draw.id, draw.round)
  if (!isDeepStrictEqual(lock.ineligible ?? [], ineligible)) return false
  const [found] = await rowsOf<{ differ: boolean }>(
    db,
    sql`select count(*) = count(distinct entered_at) as differ from (
      select entered_at from draw_entries
      where draw_id = ${draw.id} and position is not null and not ${JSON.stringify(ineligible)}::jsonb @> to_jsonb(position)
      order by entered_at limit ${2 * winnerPlaces(draw.prizes) + 1}) first`,
  )
  return found?.differ === true
}
