import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { WebhookState } from "../../../src/contract/webhooks"
import { at } from "./columns"

/** The table of webhooks for Drizzle (server/migrations/0043_webhooks.sql). */

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
