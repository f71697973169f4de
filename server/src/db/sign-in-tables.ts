import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import type { SignInState } from "../../../src/contract/sign-in-connections"
import { at } from "./columns"

/** The tables of sign-in by a provider for Drizzle (server/migrations/0082_sign_in_connections.sql). */

export const signInConnections = pgTable("sign_in_connections", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Null: the platform. */
  tenantId: uuid("tenant_id"),
  issuer: text("issuer").notNull(),
  clientId: text("client_id").notNull(),
  /** Encrypted (server/src/auth/seal.ts). */
  secret: text("secret").notNull(),
  domains: text("domains").array().notNull(),
  state: text("state").$type<SignInState>().notNull().default("off"),
  wayBackId: uuid("way_back_id"),
  triedAt: at("tried_at"),
  version: integer("version").notNull().default(1),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
})

export const signInIdentities = pgTable(
  "sign_in_identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id").notNull(),
    createdAt: at("created_at").notNull(),
  },
  table => [primaryKey({ columns: [table.issuer, table.subject] })],
)

/** What a browser comes back with, once. */
export const signInSteps = pgTable("sign_in_steps", {
  hash: text("hash").primaryKey(),
  kind: text("kind").$type<"provider" | "session">().notNull(),
  /** Encrypted. */
  body: text("body").notNull(),
  expiresAt: at("expires_at").notNull(),
})
