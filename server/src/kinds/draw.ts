import { eq, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { z } from "zod"
import * as contract from "../../../src/contract/draws/draws"
import { deliveryStates } from "../../../src/contract/webhooks"
import type { Parsed } from "../../../src/contract/wire"
import { drawLocks, drawWinners, drawRounds as rounds } from "../db/draw-tables"
import { departments, draws as table } from "../db/schema"
import { refuse } from "../errors/problem"
import { code, idOrEmpty, isPictureUrl, isSameClean, limited, listOf, numberOrNull, type Shape, trimmed } from "../http/body"
import { id, instant, named, text, total } from "./answer-shape"
import { registerEvent } from "./draw-register"
import { readResult } from "./draw-result"
import { byId, byPeriod } from "./filters"
import { kindOf, nameOf } from "./kind-of"
import { companyGroupOf } from "./references"

const { eligibilities, prizeErrors, prizeTypes, statuses } = contract

type Draft = Parsed<contract.DrawDraft>

const prize = z.object({
  name: trimmed(100),
  type: code(prizeTypes),
  quantity: z.number().max(1_000_000),
  value: numberOrNull(1e12, 0),
  imageUrl: limited(2000)
    .refine(url => !url || isPictureUrl(url))
    .transform(url => url || null),
} satisfies Shape<contract.Prize>)

export const winnerValue = named("Winner", {
  place: total,
  employeeId: id,
  name: text,
  departmentName: text.nullable(),
  prize: text,
  prizeIndex: total.nullable(),
  reserve: z.boolean(),
  ticket: total.nullable(),
  score: total.nullable(),
  state: code(contract.winnerStates),
  stateAt: instant.nullable(),
  reason: code(contract.voidReasons).nullable(),
  replaces: total.nullable(),
  mail: z.enum(deliveryStates).nullable(),
})

/** A value of the last round: no seed. */
const ofLastRound = <V>(value: SQL | PgColumn) =>
  sql<V>`(select ${value} from ${rounds} where ${rounds.drawId} = ${table.id} and ${rounds.round} = ${table.round})`
const isoOf = (column: PgColumn) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Entries of the last round: those of the lock without the ineligible ones that a redraw left out. */
const entryCount = sql`coalesce((select ${drawLocks.entryCount} from ${drawLocks} where ${drawLocks.drawId} = ${table.id}), 0)
  - jsonb_array_length(coalesce(${rounds.lock}::jsonb -> 'ineligible', '[]'))`

/** Empties the members that name people, unless the eligibility is by name. */
const withoutUnused = (draft: Draft): Draft =>
  eligibilities.name(draft.eligibility) === "specific" ? draft : { ...draft, departmentId: "", employeeIds: [] }

/** A draft without its status, and with dates as numbers. */
const comparable = (draft: Draft) => {
  const { status, startDate, endDate, drawDate, ...rest } = withoutUnused(draft)
  return { ...rest, dates: [startDate, endDate, drawDate].map(date => Date.parse(date)) }
}

/** Draws (docs/contract.md#draws). Their steps: resources/draws. */
export const draw = kindOf("draws", table, contract, {
  tag: "Draws",
  noun: "draw",
  status: contract.status,
  media: [table.prizes],
  keeps: ["round"],
  schemas: {
    tenantId: { body: idOrEmpty, answer: id },
    prizes: {
      body: listOf(prize, 100),
      answer: z.array(
        named("Prize", {
          name: text,
          type: code(prizeTypes),
          quantity: total,
          value: z.number().nullable(),
          imageUrl: text.nullable(),
        }),
      ),
    },
    lock: {
      answer: named("DrawLock", {
        lockHash: text,
        lockedAt: instant,
        round: total,
        entryCount: total,
        publicRandomness: z.object({ kind: code(contract.randomnessKinds), round: total.optional() }),
      }).nullable(),
    },
    drawnAt: { answer: instant.nullable() },
  },
  answers: {
    departmentName: nameOf(departments.name, departments.id, table.departmentId),
    lock: ofLastRound(sql`json_build_object('lockHash', ${rounds.lockHash}, 'lockedAt', ${isoOf(rounds.lockedAt)},
      'round', ${rounds.round}, 'entryCount', ${entryCount}, 'publicRandomness',
      json_strip_nulls(json_build_object('kind', ${rounds.randomnessKind}, 'round', ${rounds.randomnessRound})))`),
    drawnAt: ofLastRound(isoOf(rounds.drawnAt)),
    winnerCount: sql`coalesce(${ofLastRound(rounds.winnerCount)}, 0)`,
  },
  /** There may be thousands of participants. */
  unlisted: ["employeeIds", "organiserIds"],
  details: {
    schemas: {
      winners: z.array(winnerValue),
      ineligible: z.array(named("IneligiblePerson", { employeeId: id, name: text, ticket: total.nullable() })),
      register: z.object({ number: total, hash: text }).nullable(),
      canRedraw: z.boolean(),
    },
    read: readResult,
  },
  clean: withoutUnused,
  errors: (draft, _, before) => prizeErrors(draft, before),
  reach: (db, { tenantId }) => companyGroupOf(db, tenantId),
  /** The one change of a locked draw is that it is cancelled. */
  onlyChange: (row, given, before) => {
    if (row.intent === "drawn") refuse({ kind: "conflict", key: "draw.drawnFixed" })
    if (row.round === null) return undefined
    if (row.intent === "cancelled") refuse({ kind: "conflict", key: "draw.cancelledFixed" })
    const isSame = isSameClean(comparable({ ...before, ...given }), comparable(before))
    if (!isSame || statuses.name(given.status) !== "cancelled") refuse({ kind: "conflict", key: "draw.locked.fixed" })
    return { intent: "cancelled" as const }
  },
  steps: { lock: "locked", run: "drawn", void: "voided", winner: "updated", update: "updated" },
  /** The only change of a locked draw is its cancellation. */
  onChange: async (tx, before, after, now) => {
    if (before.round !== null && after.intent === "cancelled")
      await registerEvent(tx, before, before.round, { event: "cancelled" }, now)
  },
  refuseRestore: ({ round }) => {
    if (round !== null) refuse({ kind: "conflict", key: "draw.locked.fixed" })
  },
  onRestore: async (c, tx, { before }) => {
    if (before.round !== null) await registerEvent(tx, before, before.round, { event: "reopened" }, c.get("deps").clock())
  },
  erasePerson: async (tx, { id }) => {
    await tx.update(drawWinners).set({ name: "", departmentName: null }).where(eq(drawWinners.employeeId, id))
  },
  sorts: {
    title: table.sortName,
    startDate: table.startDate,
    endDate: table.endDate,
    drawDate: table.drawDate,
    method: table.method,
    eligibility: table.eligibility,
    status: "status",
    createdDate: table.createdAt,
    updatedDate: table.updatedAt,
  },
  filters: {
    ...byPeriod(table.startDate, table.endDate),
    departmentId: byId(table.departmentId),
    tenantId: byId(table.tenantId),
  },
  attention: {
    /** Closed draws that are to be locked, or are locked and have reached their draw date. */
    due: ({ now }) =>
      sql`${table.intent} = 'live' and ${table.endDate} <= ${now} and (${table.round} is null or ${table.drawDate} <= ${now})`,
  },
  example: {
    title: "Bahar kampanyası",
    description: "Tüm çalışanlara",
    startDate: "2026-04-01T00:00:00Z",
    endDate: "2026-05-01T00:00:00Z",
    drawDate: "2026-05-02T09:00:00Z",
    tenantId: "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11",
    method: 0,
    eligibility: 0,
    prizes: [{ name: "Kulaklık", type: 0, quantity: 2 }],
    status: 0,
  },
})
