import { bigint, boolean, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import type { UseSource } from "../../../src/contract/campaigns/uses"
import { at } from "./columns"

/** The tables around `campaigns` for Drizzle (server/migrations/0064_campaign_uses.sql, 0065_campaign_codes.sql). */

const ofCampaign = () => uuid("campaign_id").notNull()

/** The figures of a campaign; no row for one without uses. `fullOf`: the limits for which `campaign.full` was sent. */
export const campaignCounters = pgTable("campaign_counters", {
  campaignId: uuid("campaign_id").primaryKey(),
  people: integer("people").notNull().default(0),
  uses: integer("uses").notNull().default(0),
  amount: numeric("amount", { precision: 18, scale: 2, mode: "number" }).notNull().default(0),
  /** People and uses whose rows are missing. */
  opening: integer("opening").notNull().default(0),
  lastNumber: integer("last_number").notNull().default(0),
  fullOf: text("full_of"),
})

/** The valid uses of each person. */
export const campaignPeople = pgTable(
  "campaign_people",
  { campaignId: ofCampaign(), personId: uuid("person_id").notNull(), uses: integer("uses").notNull() },
  table => [primaryKey({ columns: [table.campaignId, table.personId] })],
)

/** The ledger. `number` is the id of a use within its campaign; `tenantId` the company of the person at that time. */
export const campaignUses = pgTable(
  "campaign_uses",
  {
    campaignId: ofCampaign(),
    number: integer("number").notNull(),
    personId: uuid("person_id").notNull(),
    tenantId: uuid("tenant_id"),
    at: at("at").notNull(),
    amount: numeric("amount", { precision: 14, scale: 2, mode: "number" }),
    reference: text("reference").notNull().default(""),
    source: text("source").$type<UseSource>().notNull(),
    authorId: uuid("author_id"),
    tokenName: text("token_name"),
    createdAt: at("created_at").notNull(),
    voidedAt: at("voided_at"),
    voidedBy: uuid("voided_by"),
    voidReason: text("void_reason").notNull().default(""),
  },
  table => [primaryKey({ columns: [table.campaignId, table.number] })],
)

export const campaignBatches = pgTable(
  "campaign_batches",
  {
    campaignId: ofCampaign(),
    id: uuid("id").notNull().defaultRandom(),
    pattern: text("pattern").notNull(),
    count: integer("count").notNull(),
    createdAt: at("created_at").notNull(),
  },
  table => [primaryKey({ columns: [table.campaignId, table.id] })],
)

/** Codes. `personId`: whose uses they are; of a code that is not personal, an id of its own. */
export const campaignCodes = pgTable(
  "campaign_codes",
  {
    campaignId: ofCampaign(),
    id: bigint("id", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    batchId: uuid("batch_id").notNull(),
    code: text("code").notNull(),
    personId: uuid("person_id").notNull().defaultRandom(),
    isPersonal: boolean("is_personal").notNull(),
    createdAt: at("created_at").notNull(),
  },
  table => [primaryKey({ columns: [table.campaignId, table.id] })],
)
