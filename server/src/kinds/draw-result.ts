import { isDeepStrictEqual } from "node:util"
import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import { winnerPlaces } from "../../../src/contract/draw-proof/places"
import {
  type Draw,
  type DrawItem,
  methods,
  type VoidReason,
  voidReasons,
  type Winner,
  winnerStates,
} from "../../../src/contract/draws/draws"
import type { DeliveryState } from "../../../src/contract/webhooks"
import type { Wire } from "../../../src/contract/wire"
import { drawRounds, drawWinners } from "../db/draw-tables"
import { jobs } from "../db/job-tables"
import { type Database, rowsOf } from "../db/open"
import type { DrawRow } from "../db/schema"
import { presentPlace } from "./draw-register"

/** The result of a draw: its winners, who dropped out as ineligible, and what a redraw without them can change. */

export type RoundRow = typeof drawRounds.$inferSelect

/** The round of a draw. @throws when there is none: the caller has checked `draw.round` */
export const readRound = async (tx: Database, drawId: string, round: number): Promise<RoundRow> => {
  const [row] = await tx
    .select()
    .from(drawRounds)
    .where(and(eq(drawRounds.drawId, drawId), eq(drawRounds.round, round)))
  if (!row) throw new Error("The draw has no such round.")
  return row
}

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
export const wouldRepeat = async (db: Database, draw: DrawRow, ineligible: readonly number[]): Promise<boolean> => {
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

const reasonCode = (reason: VoidReason | null) => (reason === null ? null : voidReasons.value(reason))

type WinnerRow = Omit<typeof drawWinners.$inferSelect, "drawId" | "round" | "note" | "mailId">

export const presentWinner = (winner: WinnerRow, mail: DeliveryState | null = null) =>
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
    mail,
  }) satisfies Wire<Omit<Winner, "reason">> & { reason: number | null }

/** The winners of the last round; those of a draw from before there were locks are in round 0. */
const winnersOf = async (db: Database, { id, intent, round }: DrawRow): Promise<Winner[]> => {
  if (intent !== "drawn" && round === null) return []
  const rows = await db
    .select()
    .from(drawWinners)
    .where(and(eq(drawWinners.drawId, id), eq(drawWinners.round, round ?? 0)))
    .orderBy(drawWinners.place)
  const mails = await db
    .select({ id: jobs.messageId, state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.kind, "message"), eq(jobs.about, id)))
  const stateOf = new Map(mails.map(({ id, state }) => [id, state]))
  return rows.map(({ mailId, ...winner }) => presentWinner(winner, mailId ? (stateOf.get(mailId) ?? "delivered") : null))
}

/** What one draw answers of its result (docs/contract.md#draw-record). */
export const readResult = async (db: Database, row: DrawRow) => {
  const ineligible = row.round === null ? [] : await readIneligible(db, row.id)
  const positions = ineligible.map(({ position }) => position)
  return {
    winners: await winnersOf(db, row),
    ineligible: ineligible.map(({ position, ...person }) => ({ ...person, ticket: position + 1 })),
    register: await presentPlace(db, row),
    canRedraw: row.intent === "drawn" && row.round !== null && !(await wouldRepeat(db, row, positions)),
  } satisfies Wire<Omit<Draw, keyof DrawItem | "employeeIds" | "organiserIds">>
}
