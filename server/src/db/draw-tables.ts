import { bigint, boolean, customType, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core"
import type { Lock, ProofRules, RegisterEntry } from "../../../src/contract/draw-proof/proof"
import type { VoidReason, WinnerState } from "../../../src/contract/draws/draws"
import { canonicalJson, type Json } from "../../../src/core/hashing/canonical-json"
import { at } from "./columns"

/** The tables around `draws` for Drizzle: lock, entries, rounds, winners (server/migrations/0013_draw_proofs.sql). */

/** A value as canonical JSON, the text that is hashed. */
const canonical = <T extends Json>(name: string) =>
  customType<{ data: T; driverData: string }>({ dataType: () => "text", toDriver: canonicalJson, fromDriver: JSON.parse })(name)
const ofDraw = () => uuid("draw_id").notNull()

/** One row per locked draw. `saltKey` is secret: it leaves the server as single salts in receipts only. */
export const drawLocks = pgTable("draw_locks", {
  drawId: uuid("draw_id").primaryKey(),
  rules: canonical<ProofRules>("rules").notNull(),
  saltKey: text("salt_key").notNull(),
  root: text("root").notNull(),
  entryCount: integer("entry_count").notNull(),
  totalWeight: bigint("total_weight", { mode: "number" }).notNull(),
})

/**
 * Entries. A recorded entry has `enteredAt`, and `recordedAt` when its time was imported; the lock gives the entries that take part `position` (from 0), `commitment`
 * (hex) and `weight`. An entry without position after the lock takes no part.
 */
export const drawEntries = pgTable(
  "draw_entries",
  {
    drawId: ofDraw(),
    employeeId: uuid("employee_id").notNull(),
    enteredAt: at("entered_at"),
    recordedAt: at("recorded_at"),
    position: integer("position"),
    commitment: text("commitment"),
    weight: bigint("weight", { mode: "number" }),
  },
  table => [primaryKey({ columns: [table.drawId, table.employeeId] })],
)

/** The entries of the companies' registers; nothing is ever changed in it (server/migrations/0030_draw_register.sql). */
export const drawRegister = pgTable(
  "draw_register",
  {
    companyId: uuid("company_id").notNull(),
    number: integer("number").notNull(),
    /** `hash` is its SHA-256, hex. */
    entry: canonical<RegisterEntry>("entry").notNull(),
    hash: text("hash").notNull(),
    at: at("at").notNull(),
    event: text("event").$type<RegisterEntry["event"]>().notNull(),
    drawId: ofDraw(),
    round: integer("round").notNull(),
  },
  table => [primaryKey({ columns: [table.companyId, table.number] })],
)

/** One row per round. `seed` is secret until `drawnAt` is set. `reason`: why the round before was voided. */
export const drawRounds = pgTable(
  "draw_rounds",
  {
    drawId: ofDraw(),
    round: integer("round").notNull(),
    /** The lock statement; `lockHash` is its SHA-256, hex. */
    lock: canonical<Lock>("lock").notNull(),
    lockHash: text("lock_hash").notNull(),
    seed: text("seed").notNull(),
    lockedAt: at("locked_at").notNull(),
    randomnessKind: smallint("randomness_kind").notNull(),
    randomnessRound: bigint("randomness_round", { mode: "number" }),
    reason: text("reason").$type<VoidReason>(),
    /** Private. */
    note: text("note").notNull().default(""),
    drawnAt: at("drawn_at"),
    publicValue: text("public_value"),
    places: integer("places").array(),
    /** Winners who did not drop out, without reserves. */
    winnerCount: integer("winner_count").notNull().default(0),
  },
  table => [primaryKey({ columns: [table.drawId, table.round] })],
)

/**
 * Winners and reserves of each round with the names at the time of the draw, which stay when people leave. Those of the
 * last round (`draws.round`, or 0 for a draw from before there were locks) are the record's `winners`.
 */
export const drawWinners = pgTable(
  "draw_winners",
  {
    drawId: ofDraw(),
    round: integer("round").notNull(),
    place: integer("place").notNull(),
    employeeId: uuid("employee_id").notNull(),
    name: text("name").notNull(),
    departmentName: text("department_name"),
    prize: text("prize").notNull(),
    prizeIndex: integer("prize_index").notNull(),
    reserve: boolean("reserve").notNull(),
    /** Position of the entry in the canonical order, from 0; the ticket is one more. */
    position: integer("position"),
    score: bigint("score", { mode: "number" }),
    state: text("state").$type<WinnerState>().notNull(),
    stateAt: at("state_at").notNull(),
    reason: text("reason").$type<VoidReason>(),
    /** Private. */
    note: text("note").notNull().default(""),
    /** The place of the winner in whose place this one moved up. */
    replaces: integer("replaces"),
    /** The mail that told of the prize. */
    mailId: uuid("mail_id"),
  },
  table => [primaryKey({ columns: [table.drawId, table.round, table.place] })],
)

/** Winners who dropped out of a round and who moved up, in order; nothing is ever changed in it. */
export const drawReplacements = pgTable(
  "draw_replacements",
  {
    drawId: ofDraw(),
    round: integer("round").notNull(),
    step: integer("step").notNull(),
    at: at("at").notNull(),
    place: integer("place").notNull(),
    reason: text("reason").$type<VoidReason>().notNull(),
    position: integer("position"),
  },
  table => [primaryKey({ columns: [table.drawId, table.round, table.step] })],
)
