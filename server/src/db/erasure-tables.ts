import { jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { ErasureReceipt } from "../../../src/contract/company-erasures"
import { at } from "./columns"

/** The table of the erasures of companies for Drizzle (server/migrations/0088_company_erasures.sql). */

export const companyErasures = pgTable("company_erasures", {
  id: uuid("id").primaryKey().defaultRandom(),
  tenantId: uuid("tenant_id"),
  name: text("name").notNull(),
  requestedBy: uuid("requested_by").notNull(),
  requestedAt: at("requested_at").notNull(),
  approvedBy: uuid("approved_by"),
  dueAt: at("due_at"),
  erasedAt: at("erased_at"),
  receipt: jsonb("receipt").$type<ErasureReceipt>(),
  /** While it runs: companies, campaigns and gift cards whose kept rows may go. */
  covers: uuid("covers").array().notNull().default([]),
})
