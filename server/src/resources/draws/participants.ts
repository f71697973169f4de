import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { z } from "zod"
import { receiptOf } from "../../../../src/contract/draw-proof/receipt"
import type { Participant } from "../../../../src/contract/draws/entries"
import { bytesOf } from "../../../../src/core/hashing/hashing"
import { may } from "../../auth/policy"
import { drawEntries, drawLocks } from "../../db/draw-tables"
import { departments, fullName, users } from "../../db/schema"
import { nodeHashing } from "../../hashing"
import { keywordFilter, orderOf } from "../../http/list"
import { listParams, requireId } from "../../http/request"
import { draw as drawKind } from "../../kinds/draw"
import { read } from "../../records/find"
import { pageOf } from "../../records/list"
import { route } from "../../routes/route"
import { id, instant, listQuery, named, page, text, total } from "../../routes/schemas"
import { type Eligibility, eligibilityOf, isByTime, reaching, recordedEntry } from "./eligibility"

/**
 * Who takes part in a draw: after the lock its entries with their receipts; before it the recorded entries of a draw by
 * time, or who would be an entry now (docs/contract.md#draw-participants).
 */

const participantSorts = {
  name: users.sortName,
  departmentName: departments.sortName,
  ticket: drawEntries.position,
  at: drawEntries.enteredAt,
  weight: drawEntries.weight,
}

type Listing = "locked" | "recorded" | "expected"
type Source = {
  where: SQL | undefined
  weight: SQL | PgColumn
  isEligible: SQL
  /** The order of a call that names none. */
  sortBy: keyof typeof participantSorts
  id: PgColumn
}

/** Entries, and people who would be entries: which rows are listed, and what is read of them. */
const sourceOf = (kind: Listing, drawId: string, eligibility: Eligibility): Source => {
  const ofDraw = eq(drawEntries.drawId, drawId)
  switch (kind) {
    case "locked":
      return {
        where: and(ofDraw, isNotNull(drawEntries.position)),
        weight: drawEntries.weight,
        isEligible: sql`true`,
        sortBy: "ticket",
        id: drawEntries.employeeId,
      }
    case "recorded":
      return {
        where: and(ofDraw, isNotNull(drawEntries.enteredAt)),
        weight: eligibility.weight,
        isEligible: reaching(eligibility, "entries"),
        sortBy: "at",
        id: drawEntries.employeeId,
      }
    case "expected":
      return {
        where: reaching(eligibility, "entries"),
        weight: eligibility.weight,
        isEligible: sql`true`,
        sortBy: "name",
        id: users.id,
      }
  }
}

const drawParticipant = named("DrawParticipant", {
  employeeId: id,
  name: text.nullable(),
  departmentName: text.nullable(),
  ticket: total.nullable(),
  weight: total,
  at: instant.nullable(),
  eligible: z.boolean(),
  receipt: text.nullable(),
}) satisfies z.ZodType<Participant>

export const listParticipants = route.get("/draw/:id/participants", may("read", "draws"), {
  summary: "List of a draw’s participants, with their receipts after the lock",
  query: listQuery(participantSorts),
  answer: page("entries", drawParticipant),
  handler: async ({ c, deps: { db, config }, params: { id: drawId } }) => {
    const { row: draw } = await read(c, drawKind, requireId(drawId))
    const [lock] = await db.select({ saltKey: drawLocks.saltKey }).from(drawLocks).where(eq(drawLocks.drawId, draw.id))
    const eligibility = await eligibilityOf(db, draw, config.timeZone)
    const kind = lock ? "locked" : isByTime(draw) ? "recorded" : "expected"
    const { where, weight, isEligible, sortBy, id } = sourceOf(kind, draw.id, eligibility)
    const params = listParams(c)
    const sorts = { ...participantSorts, weight }
    const isListed = and(where, keywordFilter(users.search, params.keyword))
    // The condition needs one side, so that the join has all rows of this side alone.
    const page = pageOf(
      db
        .select({
          employeeId: sql<string>`${id}`,
          name: fullName as SQL<string | null>,
          departmentName: departments.name,
          position: drawEntries.position,
          enteredAt: drawEntries.enteredAt,
          weight: sql<number>`(${weight})::float8`,
          isEligible: sql<boolean>`(${isEligible}) is true`,
        })
        .from(drawEntries)
        .fullJoin(users, recordedEntry(eligibility))
        .leftJoin(departments, eq(departments.id, users.departmentId))
        .where(isListed)
        .orderBy(...orderOf({ ...params, sortBy: params.sortBy || sortBy }, sorts, sql`${users.sortName}`, id))
        .$dynamic(),
      params,
    )
    const total = db
      .select({ total: sql<number>`count(*)::int` })
      .from(drawEntries)
      .fullJoin(users, recordedEntry(eligibility))
      .where(isListed)
    const [rows, [counted]] = await Promise.all([page, total])
    const saltKey = lock && bytesOf(lock.saltKey)
    const entries = await Promise.all(
      rows.map(
        async (row): Promise<Participant> => ({
          employeeId: row.employeeId,
          name: row.name,
          departmentName: row.departmentName,
          ticket: row.position === null ? null : row.position + 1,
          weight: row.weight,
          at: isByTime(draw) ? (row.enteredAt?.toISOString() ?? null) : null,
          eligible: row.isEligible,
          receipt: saltKey ? await receiptOf(nodeHashing, saltKey, row.employeeId) : null,
        }),
      ),
    )
    return { value: { entries, totalCount: counted?.total ?? 0 } }
  },
})
