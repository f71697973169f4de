import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { Delivery, DeliveryState } from "../../../src/contract/webhooks"
import { at } from "./columns"

/** What waits to be sent, for Drizzle (server/migrations/0063_jobs.sql). */

/** `delivery`: to a webhook. The others are mails: an invitation to a survey, a reminder of one, a summary to a person, the report of a month, a message about a record. */
export type JobKind = "delivery" | "invitation" | "reminder" | "summary" | "report" | "message"

export const jobs = pgTable("jobs", {
  /** The order of the changes of a record. */
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind").$type<JobKind>().notNull().default("delivery"),
  messageId: uuid("message_id").notNull().defaultRandom(),
  /** Where a delivery goes. */
  webhookId: uuid("webhook_id"),
  /** The event of a delivery; what a message tells. */
  type: text("type").notNull().default(""),
  /** What it is about: the record of a delivery, whose jobs arrive in their order; the survey; the person. */
  recordId: uuid("record_id"),
  /** The record that a message is about. */
  about: uuid("about"),
  /** Whose it is; the database finds it where none is given. */
  tenantId: uuid("tenant_id"),
  /** What is sent, encrypted where it holds secrets (server/src/auth/seal.ts). */
  body: text("body").notNull(),
  state: text("state").$type<DeliveryState>().notNull().default("waiting"),
  /** Of a mail: tries whose outcome is not known. */
  tries: integer("tries").notNull().default(0),
  nextTryAt: at("next_try_at"),
  /** Until then a process has it and sends it. */
  takenUntil: at("taken_until"),
  triedAt: at("tried_at"),
  /** Of a mail: since when it is tried, from which its age counts. */
  firstTriedAt: at("first_tried_at"),
  status: integer("status"),
  ms: integer("ms"),
  error: text("error").$type<Delivery["error"]>(),
  answer: text("answer").notNull().default(""),
  createdAt: at("created_at").notNull(),
})
