import { and, asc, eq, gte, isNotNull, lt, notInArray, sql } from "drizzle-orm"
import type { Participant } from "../../../../src/contract/draw-proof/entries"
import type {
  Proof,
  ProofEntry,
  ProofHolder,
  ProofRound,
  ProofRules,
  PublicRandomness,
} from "../../../../src/contract/draw-proof/proof"
import {
  eligibilities,
  methods,
  prizeTypes,
  randomnessKinds,
  type PublicRandomness as WireRandomness,
} from "../../../../src/contract/draws/draws"
import { drawEntries, drawLocks, drawReplacements, drawRounds } from "../../db/draw-tables"
import { type Database, rowsOf } from "../../db/open"
import { type DrawRow, tenants } from "../../db/schema"
import type { RoundRow } from "../../kinds/draw-result"
import { countOrganisers, eligibilityOf, entryTimes, participantOf } from "./eligibility"

/** The proof of a draw between the tables and docs/draw-proof.md. */

const nameOf = <N extends string>(list: { name: (value: unknown) => N | undefined }, value: number): N => {
  const name = list.name(value)
  if (name === undefined) throw new Error(`No code has the number ${value}.`)
  return name
}

/** Who holds a draw now, as its lock fixes it. */
export const readHolder = async (db: Database, draw: DrawRow, timeZone: string): Promise<Required<ProofHolder>> => {
  const [company] = await db.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, draw.tenantId))
  return { company: company?.name ?? "", organisers: await countOrganisers(db, await eligibilityOf(db, draw, timeZone)) }
}

/** The rules of a draw as they are published: no person and no department. */
export const rulesOf = (draw: DrawRow, holder: ProofHolder): ProofRules => ({
  drawId: draw.id,
  title: draw.title,
  method: nameOf(methods, draw.method),
  eligibility: nameOf(eligibilities, draw.eligibility),
  newDays: draw.newDays,
  seniorYears: draw.seniorYears,
  excludeLastDraws: draw.excludeLastDraws,
  startDate: draw.startDate.toISOString(),
  endDate: draw.endDate.toISOString(),
  drawDate: draw.drawDate.toISOString(),
  terms: draw.terms,
  prizes: draw.prizes.map(({ name, type, quantity, value }) => ({ name, type: nameOf(prizeTypes, type), quantity, value })),
  ...holder,
})

export const randomnessOf = ({ kind, round }: WireRandomness): PublicRandomness =>
  randomnessKinds.name(kind) === "drand"
    ? { kind: "drand", round: round ?? 0 }
    : { kind: randomnessKinds.name(kind) === "witness" ? "witness" : "none" }

/** The replacements of a round, in order. */
export const readReplacements = async (tx: Database, drawId: string, round: number): Promise<ProofRound["replacements"]> => {
  const rows = await tx
    .select()
    .from(drawReplacements)
    .where(and(eq(drawReplacements.drawId, drawId), eq(drawReplacements.round, round)))
    .orderBy(asc(drawReplacements.step))
  return rows.map(presentReplacement)
}

const presentReplacement = ({ at, place, reason, position }: typeof drawReplacements.$inferSelect) => ({
  at: at.toISOString(),
  place,
  reason: reason as ProofRound["replacements"][number]["reason"],
  position,
})

/** A round as the proof shows it: without the seed until it is drawn. */
export const presentRound = (row: RoundRow, replacements: ProofRound["replacements"]): ProofRound => ({
  lock: row.lock,
  drawnAt: row.drawnAt?.toISOString() ?? null,
  seed: row.drawnAt && row.seed,
  publicValue: row.publicValue,
  places: row.places,
  replacements,
})

/** Entries that are read at once: the rows of one answer are parsed in one go. */
const pageSize = 5_000

/** The locked entries in canonical order. */
export const readLockedEntries = async (tx: Database, drawId: string, { method }: Pick<ProofRules, "method">) => {
  const isTimed = method === "firstComeFirstServed"
  const entries: ProofEntry[] = []
  for (;;) {
    const rows = await tx
      .select({
        commitment: drawEntries.commitment,
        weight: drawEntries.weight,
        enteredAt: drawEntries.enteredAt,
        recordedAt: drawEntries.recordedAt,
      })
      .from(drawEntries)
      .where(
        and(
          eq(drawEntries.drawId, drawId),
          isNotNull(drawEntries.position),
          gte(drawEntries.position, entries.length),
          lt(drawEntries.position, entries.length + pageSize),
        ),
      )
      .orderBy(asc(drawEntries.position))
    for (const { commitment, weight, ...times } of rows) {
      const { time, recorded } = isTimed ? entryTimes(times) : { time: 0 }
      entries.push([commitment ?? "", weight ?? 0, time, ...(recorded === undefined ? [] : [recorded])] as ProofEntry)
    }
    if (rows.length < pageSize) return entries
  }
}

/** What changes in a proof after the lock: two proofs of a draw with the same state are the same. */
export const readProofState = async (db: Database, drawId: string): Promise<string | undefined> => {
  const rows = await rowsOf<{ rounds: number; drawn: number; replacements: number }>(
    db,
    sql`select (select count(*)::int from draw_rounds r where r.draw_id = l.draw_id) as rounds,
      (select count(*)::int from draw_rounds r where r.draw_id = l.draw_id and r.drawn_at is not null) as drawn,
      (select count(*)::int from draw_replacements p where p.draw_id = l.draw_id) as replacements
      from draw_locks l where l.draw_id = ${drawId}`,
  )
  const [state] = rows
  return state && `${state.rounds}.${state.drawn}.${state.replacements}`
}

/** The rules of a locked draw. @throws when it is not locked */
export const readRules = async (tx: Database, drawId: string): Promise<ProofRules> => {
  const [lock] = await tx.select({ rules: drawLocks.rules }).from(drawLocks).where(eq(drawLocks.drawId, drawId))
  if (!lock) throw new Error("The draw is not locked.")
  return lock.rules
}

/** The people who take part in a round, as they were locked. */
export const readLockedParticipants = async (
  db: Database,
  { drawId, lock }: RoundRow,
  { method }: Pick<ProofRules, "method">,
): Promise<Participant[]> => {
  const { ineligible = [] } = lock
  const rows = await db
    .select({
      employeeId: drawEntries.employeeId,
      weight: drawEntries.weight,
      enteredAt: drawEntries.enteredAt,
      recordedAt: drawEntries.recordedAt,
    })
    .from(drawEntries)
    .where(and(eq(drawEntries.drawId, drawId), isNotNull(drawEntries.position), notInArray(drawEntries.position, ineligible)))
  return rows.map(row => participantOf(row, method === "firstComeFirstServed"))
}

/** The proof of a locked draw without its digest. @throws when the draw is not locked */
export const readProof = async (db: Database, drawId: string): Promise<Pick<Proof, "domain" | "rules" | "entries" | "rounds">> =>
  db.transaction(
    async tx => {
      const rules = await readRules(tx, drawId)
      const rows = await tx.select().from(drawRounds).where(eq(drawRounds.drawId, drawId)).orderBy(asc(drawRounds.round))
      const rounds: ProofRound[] = []
      for (const row of rows) rounds.push(presentRound(row, await readReplacements(tx, drawId, row.round)))
      return { domain: "real", rules, entries: await readLockedEntries(tx, drawId, rules), rounds }
    },
    { isolationLevel: "repeatable read" },
  )
