import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { Delivery, DeliveryState, WebhookState } from "../../../src/contract/webhooks"
import { at } from "./columns"

/** The tables of webhooks for Drizzle (server/migrations/0043_webhooks.sql). */

export const webhooks = pgTable("webhooks", {
  id: uuid("id").primaryKey().defaultRandom(),
  tenantId: uuid("tenant_id"),
  userId: uuid("user_id"),
  url: text("url").notNull(),
  description: text("description").notNull(),
  events: text("events").array().notNull(),
  state: text("state").$type<WebhookState>().notNull().default("active"),
  /** Encrypted (server/src/auth/seal.ts). */
  secret: text("secret").notNull(),
  oldSecret: text("old_secret"),
  oldSecretUntil: at("old_secret_until"),
  failingSince: at("failing_since"),
  lastDeliveryAt: at("last_delivery_at"),
  /** Events of ends have been added up to this moment. */
  endsCheckedAt: at("ends_checked_at").notNull(),
  version: integer("version").notNull().default(1),
  createdAt: at("created_at").notNull(),
  deletedAt: at("deleted_at"),
})

export const deliveries = pgTable("webhook_deliveries", {
  /** The order of the changes of a record. */
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  messageId: uuid("message_id").notNull().defaultRandom(),
  webhookId: uuid("webhook_id").notNull(),
  type: text("type").notNull(),
  recordId: uuid("record_id"),
  body: text("body").notNull(),
  state: text("state").$type<DeliveryState>().notNull().default("waiting"),
  tries: integer("tries").notNull().default(0),
  nextTryAt: at("next_try_at"),
  /** Until then a process has it and sends it. */
  takenUntil: at("taken_until"),
  triedAt: at("tried_at"),
  status: integer("status"),
  ms: integer("ms"),
  error: text("error").$type<Delivery["error"]>(),
  answer: text("answer").notNull().default(""),
  createdAt: at("created_at").notNull(),
})
