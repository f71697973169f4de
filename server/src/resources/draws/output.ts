import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm"
import {
  type Draw,
  type DrawItem,
  type DrawLock,
  statusAt,
  type VoidReason,
  voidReasons,
  type Winner,
  winnerStates,
} from "../../../../src/contract/draws/draws"
import type { Wire } from "../../../../src/contract/wire"
import { owned, reachOf } from "../../auth/policy"
import { drawLocks, drawRounds, drawWinners } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { departments, draws as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import { approvalOf } from "../../kinds/approval-state"
import type { RowOf } from "../../kinds/entities"
import { storedMembers } from "../../kinds/stored-members"
import { readIneligible, wouldRepeat } from "./ineligible"
import { listedFields } from "./input"
import { presentPlace } from "./register"

/** A stored draw with the names of what it references and its last round: who may read it, and the members of the answer. */
type Row = RowOf<"draw">
type Round = typeof drawRounds.$inferSelect
type Names = {
  departmentName: string | null
  tenantName: string | null
  entryCount: number | null
  round: ListedRound | null
  approval: string | null
}

/** A list does not contain the participants, because there may be thousands of them. */
const { employeeIds, ...listed } = getTableColumns(table)
/** What a draw shows of its last round: no seed. */
const listedRound = {
  round: drawRounds.round,
  lockHash: drawRounds.lockHash,
  lockedAt: drawRounds.lockedAt,
  randomnessKind: drawRounds.randomnessKind,
  randomnessRound: drawRounds.randomnessRound,
  drawnAt: drawRounds.drawnAt,
  winnerCount: drawRounds.winnerCount,
}
type ListedRound = Pick<Round, keyof typeof listedRound>
const names = {
  departmentName: departments.name,
  tenantName: tenants.name,
  /** Entries of the last round: those of the lock without the ineligible ones that a redraw left out. */
  entryCount: sql<
    number | null
  >`${drawLocks.entryCount} - jsonb_array_length(coalesce(${drawRounds.lock}::jsonb -> 'ineligible', '[]'))`,
  round: listedRound,
  approval: approvalOf("draw", table.id),
}

const ofLastRound = and(eq(drawRounds.drawId, table.id), eq(drawRounds.round, table.round))

const selectWith = <D extends typeof listed>(db: Database, draw: D) =>
  db
    .select({ draw, ...names })
    .from(table)
    .leftJoin(departments, eq(departments.id, table.departmentId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))
    .leftJoin(drawLocks, eq(drawLocks.drawId, table.id))
    .leftJoin(drawRounds, ofLastRound)
export const selectDraws = (db: Database) => selectWith(db, getTableColumns(table))
export const selectDrawItems = (db: Database) => selectWith(db, listed)

export const visibleDraws = (actor: Actor) => and(isNull(table.deletedAt), owned(table.tenantId, reachOf(actor)))

const presentLock = ({ round, entryCount }: Pick<Names, "round" | "entryCount">): DrawLock | null =>
  round && {
    lockHash: round.lockHash,
    lockedAt: round.lockedAt.toISOString(),
    round: round.round,
    entryCount: entryCount ?? 0,
    publicRandomness: {
      kind: round.randomnessKind,
      ...(round.randomnessRound !== null && { round: round.randomnessRound }),
    },
  }

/** @param now epoch ms, which the status follows from */
export const presentDrawItem = (found: Names & { draw: Omit<Row, "employeeIds"> }, now: number) => {
  const { draw, departmentName, tenantName, round } = found
  const members = listedFields.members(draw)
  return {
    ...members,
    tenantName,
    departmentName,
    prizes: draw.prizes,
    status: statusAt({ ...members, intent: draw.intent }, now),
    lock: presentLock(found),
    drawnAt: round?.drawnAt?.toISOString() ?? null,
    winnerCount: round?.winnerCount ?? 0,
    approval: found.approval,
    ...storedMembers(draw),
  } satisfies Wire<DrawItem>
}

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

export const presentDraw = async (db: Database, found: Names & { draw: Row }, now: number) => {
  const { draw } = found
  const ineligible = draw.round === null ? [] : await readIneligible(db, draw.id)
  const positions = ineligible.map(({ position }) => position)
  return {
    ...presentDrawItem(found, now),
    employeeIds: draw.employeeIds,
    winners: await winnersOf(db, draw),
    ineligible: ineligible.map(({ position, ...person }) => ({ ...person, ticket: position + 1 })),
    register: await presentPlace(db, draw),
    canRedraw: draw.intent === "drawn" && draw.round !== null && !(await wouldRepeat(db, draw, positions)),
  } satisfies Wire<Draw>
}
