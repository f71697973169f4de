import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import type { SignInState } from "../../../src/contract/sign-in-connections"
import { at } from "./columns"

/** The tables of sign-in by a provider and by passkeys for Drizzle (server/migrations/0082_sign_in_connections.sql, 0084_passkeys.sql). */

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

export const passkeys = pgTable("passkeys", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  credentialId: text("credential_id").notNull(),
  publicKey: text("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull(),
  name: text("name").notNull(),
  isBackedUp: boolean("is_backed_up").notNull(),
  createdAt: at("created_at").notNull(),
  lastUsedAt: at("last_used_at"),
})

export const recoveryCodes = pgTable("recovery_codes", {
  hash: text("hash").primaryKey(),
  userId: uuid("user_id").notNull(),
  createdAt: at("created_at").notNull(),
})

export const passkeyRules = pgTable("passkey_rules", {
  owner: text("owner").primaryKey(),
  isRequired: boolean("is_required").notNull(),
  updatedAt: at("updated_at").notNull(),
})

export type StepKind = "provider" | "session" | "confirmation" | "newPasskey" | "passkey"

/** What a browser comes back with, once (server/src/auth/steps.ts). */
export const signInSteps = pgTable("sign_in_steps", {
  hash: text("hash").primaryKey(),
  kind: text("kind").$type<StepKind>().notNull(),
  /** Encrypted. */
  body: text("body").notNull(),
  expiresAt: at("expires_at").notNull(),
  /** Wrong recovery codes of a `confirmation`. */
  tries: integer("tries").notNull().default(0),
})
