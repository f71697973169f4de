import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core"

/** The tables as Drizzle sees them; server/migrations makes them. */
const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })
const id = () => uuid("id").primaryKey().defaultRandom()
const recorded = () => ({
  version: integer("version").notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
  deletedAt: at("deleted_at"),
  /** Folded for search; the database writes it. */
  search: text("search").generatedAlwaysAs(""),
})

export const tenants = pgTable("tenants", {
  id: id(),
  parentId: uuid("parent_id"),
  name: text("name").notNull(),
  logo: text("logo"),
  primaryColor: text("primary_color"),
  secondaryColor: text("secondary_color"),
  emails: jsonb("emails").$type<string[]>().notNull().default([]),
  contactPersons: jsonb("contact_persons").$type<string[]>().notNull().default([]),
  phone: text("phone"),
  domain: text("domain"),
  activeStatus: smallint("active_status").notNull().default(1),
  location: text("location"),
  website: text("website"),
  description: text("description"),
  industry: smallint("industry").notNull().default(0),
  companySize: smallint("company_size").notNull().default(0),
  socialMedia: jsonb("social_media").$type<Record<string, string>>().notNull().default({}),
  modules: jsonb("modules").$type<Record<string, boolean>>().notNull().default({}),
  ...recorded(),
})

export type Role = "Administrator" | "TenantAdmin" | "User"

export const users = pgTable("users", {
  id: id(),
  tenantId: uuid("tenant_id"),
  email: text("email").notNull(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  role: text("role").$type<Role>().notNull(),
  status: smallint("status").notNull().default(1),
  language: text("language").notNull().default("tr"),
  phoneNumber: text("phone_number").notNull().default(""),
  logo: text("logo"),
  departmentId: uuid("department_id"),
  /** YYYY-MM-DD */
  hiredAt: date("hired_at"),
  score: integer("score"),
  ...recorded(),
})

/** How many people a company has of each kind, as sums of what statements added (migration 0006). */
export const peopleTallies = pgTable("people_tallies", {
  tenantId: uuid("tenant_id"),
  status: smallint("status").notNull(),
  role: text("role").$type<Role>().notNull(),
  departmentId: uuid("department_id"),
  people: bigint("people", { mode: "number" }).notNull(),
})

export const departments = pgTable("departments", {
  id: id(),
  tenantId: uuid("tenant_id"),
  name: text("name").notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const categories = pgTable("categories", { id: id(), name: text("name").notNull() })

/** Türkiye's provinces; `code` is the licence plate's. */
export const cities = pgTable("cities", { id: id(), name: text("name").notNull(), code: smallint("code").notNull() })

export const brands = pgTable("brands", {
  id: id(),
  tenantId: uuid("tenant_id"),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  logo: text("logo"),
  location: text("location"),
  categoryId: uuid("category_id"),
  contactPersons: jsonb("contact_persons").$type<string[]>().notNull().default([]),
  emails: jsonb("emails").$type<string[]>().notNull().default([]),
  phones: jsonb("phones").$type<string[]>().notNull().default([]),
  tenantIds: uuid("tenant_ids").array().notNull().default([]),
  status: smallint("status").notNull().default(1),
  ...recorded(),
})

export const gifts = pgTable("gifts", {
  id: id(),
  tenantId: uuid("tenant_id"),
  cardName: text("card_name").notNull(),
  brandId: uuid("brand_id"),
  description: text("description").notNull().default(""),
  cardImage: text("card_image"),
  validityStart: at("validity_start"),
  validityEnd: at("validity_end"),
  maxUsage: integer("max_usage"),
  terms: text("terms").notNull().default(""),
  apiIntegrationCode: text("api_integration_code").notNull().default(""),
  metadata: jsonb("metadata").$type<Record<string, unknown>>().notNull().default({}),
  categoryIds: uuid("category_ids").array().notNull().default([]),
  tenantIds: uuid("tenant_ids").array().notNull().default([]),
  status: smallint("status").notNull().default(1),
  /** The sum of its ledger. */
  used: integer("used").notNull().default(0),
  ...recorded(),
})

const serial = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity()

export const giftBatches = pgTable("gift_batches", {
  id: id(),
  giftId: uuid("gift_id").notNull(),
  pattern: text("pattern").notNull(),
  count: integer("count").notNull(),
  createdAt: at("created_at").notNull(),
})

export const giftCodes = pgTable("gift_codes", {
  id: serial(),
  giftId: uuid("gift_id").notNull(),
  batchId: uuid("batch_id").notNull(),
  code: text("code").notNull(),
  createdAt: at("created_at").notNull(),
  usedAt: at("used_at"),
})

export const giftUses = pgTable("gift_uses", {
  id: serial(),
  giftId: uuid("gift_id").notNull(),
  codeId: bigint("code_id", { mode: "number" }),
  amount: integer("amount").notNull(),
  before: integer("before").notNull(),
  after: integer("after").notNull(),
  note: text("note").notNull().default(""),
  authorId: uuid("author_id"),
  author: text("author").notNull(),
  createdAt: at("created_at").notNull(),
})

export const campaigns = pgTable("campaigns", {
  id: id(),
  tenantId: uuid("tenant_id"),
  title: text("title").notNull(),
  description: text("description").notNull(),
  terms: text("terms").notNull().default(""),
  rewardType: smallint("reward_type").notNull(),
  rewardValue: doublePrecision("reward_value"),
  currency: text("currency").notNull().default("TRY"),
  giftCardId: uuid("gift_card_id"),
  productName: text("product_name").notNull().default(""),
  categoryId: uuid("category_id").notNull(),
  brandId: uuid("brand_id").notNull(),
  startDate: at("start_date").notNull(),
  endDate: at("end_date").notNull(),
  participantLimit: integer("participant_limit"),
  participantCount: integer("participant_count").notNull().default(0),
  tenantIds: uuid("tenant_ids").array().notNull().default([]),
  intent: text("intent").$type<"draft" | "live" | "paused">().notNull(),
  media: jsonb("media").$type<{ url: string; orderNo: number }[]>().notNull().default([]),
  ...recorded(),
})

/** How many campaigns there are of each kind, as sums of what statements added (migration 0008). */
export const campaignTallies = pgTable("campaign_tallies", {
  tenantId: uuid("tenant_id"),
  tenantIds: uuid("tenant_ids").array().notNull(),
  categoryId: uuid("category_id").notNull(),
  brandId: uuid("brand_id").notNull(),
  isDraft: boolean("is_draft").notNull(),
  campaigns: bigint("campaigns", { mode: "number" }).notNull(),
})

type Picture = { url: string; orderNo: number }

export const announcements = pgTable("announcements", {
  id: id(),
  tenantId: uuid("tenant_id"),
  title: text("title").notNull(),
  description: text("description").notNull(),
  body: text("body").notNull(),
  type: smallint("type").notNull(),
  intent: text("intent").$type<"draft" | "published" | "archived">().notNull(),
  startDate: at("start_date"),
  endDate: at("end_date"),
  tenantIds: uuid("tenant_ids").array().notNull().default([]),
  departmentIds: uuid("department_ids").array().notNull().default([]),
  media: jsonb("media").$type<Picture[]>().notNull().default([]),
  ...recorded(),
})

export const payments = pgTable("payments", {
  id: id(),
  tenantId: uuid("tenant_id"),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  logo: text("logo"),
  tenantIds: uuid("tenant_ids").array().notNull().default([]),
  categoryIds: uuid("category_ids").array().notNull().default([]),
  contactPerson: text("contact_person").notNull().default(""),
  email: text("email").notNull().default(""),
  phone: text("phone").notNull().default(""),
  website: text("website").notNull().default(""),
  address: text("address").notNull().default(""),
  status: smallint("status").notNull().default(1),
  ...recorded(),
})

export type Prize = { name: string; type: number; quantity: number; value: number | null; imageUrl: string | null }
export type Winner = { employeeId: string; name: string; prize: string; reserve: boolean }

export const draws = pgTable("draws", {
  id: id(),
  tenantId: uuid("tenant_id").notNull(),
  title: text("title").notNull(),
  description: text("description").notNull(),
  method: smallint("method").notNull(),
  eligibility: smallint("eligibility").notNull(),
  departmentId: uuid("department_id"),
  employeeIds: uuid("employee_ids").array().notNull().default([]),
  prizes: jsonb("prizes").$type<Prize[]>().notNull(),
  startDate: at("start_date").notNull(),
  endDate: at("end_date").notNull(),
  drawDate: at("draw_date").notNull(),
  intent: text("intent").$type<"draft" | "live" | "drawn" | "cancelled">().notNull(),
  media: jsonb("media").$type<Picture[]>().notNull().default([]),
  winners: jsonb("winners").$type<Winner[]>().notNull().default([]),
  ...recorded(),
})

export type Question = {
  /** Given by the server; stays while its words change, so that answers stay with it. */
  id: string
  text: string
  description: string
  type: "multiple_choice" | "single_choice" | "yes_no" | "rating"
  options: string[]
  required: boolean
}

export const surveys = pgTable("surveys", {
  id: id(),
  tenantId: uuid("tenant_id"),
  title: text("title").notNull(),
  description: text("description").notNull().default(""),
  type: smallint("type").notNull(),
  intent: text("intent").$type<"draft" | "active" | "closed">().notNull(),
  startDate: at("start_date"),
  endDate: at("end_date"),
  questions: jsonb("questions").$type<Question[]>().notNull().default([]),
  tenantIds: uuid("tenant_ids").array().notNull().default([]),
  departmentIds: uuid("department_ids").array().notNull().default([]),
  responseCount: integer("response_count").notNull().default(0),
  ...recorded(),
})

export type Attachment = { id: string; name: string; url: string; size: number; uploadDate: string }
export type Conversation = {
  id: string
  type: number
  message: string
  authorName: string
  authorEmail: string
  createdDate: string
  isInternal: boolean
  attachments: Attachment[]
}

export const feedbacks = pgTable("feedbacks", {
  id: id(),
  tenantId: uuid("tenant_id"),
  type: smallint("type").notNull(),
  subject: text("subject").notNull(),
  description: text("description").notNull(),
  email: text("email").notNull().default(""),
  userId: uuid("user_id"),
  userName: text("user_name").notNull().default(""),
  priority: smallint("priority").notNull(),
  category: smallint("category").notNull(),
  status: smallint("status").notNull(),
  assignedTo: uuid("assigned_to"),
  assignedToName: text("assigned_to_name").notNull().default(""),
  resolvedAt: at("resolved_at"),
  internalNotes: text("internal_notes").notNull().default(""),
  resolutionStep: text("resolution_step").notNull().default(""),
  conversations: jsonb("conversations").$type<Conversation[]>().notNull().default([]),
  attachments: jsonb("attachments").$type<Attachment[]>().notNull().default([]),
  ...recorded(),
})

export type Action = "create" | "update" | "delete" | "undo"

export const audit = pgTable("audit", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: at("at").notNull(),
  actorId: uuid("actor_id"),
  actorEmail: text("actor_email").notNull().default(""),
  tenantId: uuid("tenant_id"),
  entity: text("entity").notNull(),
  entityId: uuid("entity_id").notNull(),
  action: text("action").$type<Action>().notNull(),
  before: jsonb("before").$type<Record<string, unknown>>(),
  after: jsonb("after").$type<Record<string, unknown>>(),
  requestId: text("request_id").notNull(),
})

export const media = pgTable("media", {
  hash: text("hash").primaryKey(),
  tenantId: uuid("tenant_id"),
  type: text("type").notNull(),
  size: integer("size").notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const undos = pgTable("undos", {
  tokenHash: text("token_hash").primaryKey(),
  tenantId: uuid("tenant_id"),
  entity: text("entity").notNull(),
  entityId: uuid("entity_id").notNull(),
  before: jsonb("before").$type<Record<string, unknown>>().notNull(),
  version: integer("version").notNull(),
  expiresAt: at("expires_at").notNull(),
  usedAt: at("used_at"),
})

export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id").notNull(),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    answer: jsonb("answer").$type<unknown>().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.userId, table.key] })],
)

export const codes = pgTable("codes", {
  id: id(),
  email: text("email").notNull(),
  codeHash: text("code_hash").notNull(),
  address: text("address").notNull(),
  tries: integer("tries").notNull().default(0),
  createdAt: at("created_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  usedAt: at("used_at"),
})

export const sessions = pgTable("sessions", {
  id: id(),
  userId: uuid("user_id").notNull(),
  userAgent: text("user_agent").notNull().default(""),
  createdAt: at("created_at").notNull(),
  lastUsedAt: at("last_used_at").notNull(),
  revokedAt: at("revoked_at"),
})

export const refreshTokens = pgTable("refresh_tokens", {
  id: id(),
  sessionId: uuid("session_id").notNull(),
  tokenHash: text("token_hash").notNull(),
  createdAt: at("created_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  successorId: uuid("successor_id"),
  replacedAt: at("replaced_at"),
  usedAt: at("used_at"),
})

export const outbox = pgTable("outbox", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  code: text("code"),
  createdAt: at("created_at").notNull(),
})
