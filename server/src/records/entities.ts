import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { AuditedRecord } from "../../../src/contract/audit"
import type { Module } from "../../../src/contract/permissions"
import type { Target } from "../../../src/core/fields"
import type { Key } from "../../../src/core/i18n"
import type { Message } from "../../../src/core/rules"
import { announcements, brands, campaigns, draws, feedbacks, gifts, payments, surveys, tenants, users } from "../db/schema"

/** A column with one id or several. `message` is the answer to an id that is unknown or out of the actor's reach. */
type Reference = { column: string; target: Target; message: Message }

const offeredTo = { column: "tenantIds", target: "tenant", message: "rule.companyOutOfReach" } as const
const forDepartments = { column: "departmentIds", target: "department", message: "rule.departmentOutOfReach" } as const

type Registration = {
  table: PgTable
  /** The module whose permissions and flag its changes need. */
  module: Module
  /** Tag and noun in the OpenAPI document. */
  tag: string
  noun: string
  /** Columns that reference other records, by the member of the draft; see references.ts. */
  references?: Record<string, Reference>
  /** Columns that contain addresses of uploaded pictures: these pictures are in use. */
  media?: readonly PgColumn[]
  /** Columns that are not written to the audit log. */
  secrets?: readonly string[]
  /** Columns that are counted up outside of changes: undo leaves them as they are. */
  counters?: readonly string[]
  /** The refusal to delete a record that others reference. */
  inUse?: Key
}

/** The kinds of record, one line each. The name is the one of the audit log, of undo and of the contract's paths. */
export const entities = {
  announcement: {
    table: announcements,
    module: "announcements",
    tag: "Announcements",
    noun: "announcement",
    references: { tenantIds: offeredTo, departmentIds: forDepartments },
    media: [announcements.media],
  },
  brand: {
    table: brands,
    module: "partners",
    tag: "Brands",
    noun: "brand",
    references: {
      categoryId: { column: "categoryId", target: "category", message: "rule.categoryUnknown" },
      tenantIds: offeredTo,
    },
    media: [brands.logo],
    inUse: "brand.inUse",
  },
  campaign: {
    table: campaigns,
    module: "campaigns",
    tag: "Campaigns",
    noun: "campaign",
    references: {
      brandId: { column: "brandId", target: "brand", message: "rule.brandUnknown" },
      categoryId: { column: "categoryId", target: "category", message: "rule.categoryUnknown" },
      giftCardId: { column: "giftCardId", target: "gift", message: "campaign.giftUnknown" },
      tenantIds: offeredTo,
    },
    media: [campaigns.media],
    counters: ["participantCount"],
  },
  draw: {
    table: draws,
    module: "draws",
    tag: "Draws",
    noun: "draw",
    references: {
      departmentId: { column: "departmentId", target: "department", message: "rule.departmentOutOfReach" },
      employeeIds: { column: "employeeIds", target: "user", message: "rule.employeeOutOfReach" },
    },
    media: [draws.media, draws.prizes],
    counters: ["round"],
  },
  feedback: {
    table: feedbacks,
    module: "feedback",
    tag: "Feedback",
    noun: "feedback",
    media: [feedbacks.attachments, feedbacks.conversations],
  },
  gift: {
    table: gifts,
    module: "gifts",
    tag: "Gifts",
    noun: "gift card",
    references: {
      brandId: { column: "brandId", target: "brand", message: "rule.brandUnknown" },
      categories: { column: "categoryIds", target: "category", message: "rule.categoryUnknown" },
      tenantIds: offeredTo,
    },
    media: [gifts.cardImage],
    secrets: ["apiIntegrationCode"],
    counters: ["used"],
    inUse: "gift.inUse",
  },
  payment: {
    table: payments,
    module: "payments",
    tag: "Payments",
    noun: "payment provider",
    references: {
      categoryIds: { column: "categoryIds", target: "category", message: "rule.categoryUnknown" },
      tenantIds: offeredTo,
    },
    media: [payments.logo],
  },
  survey: {
    table: surveys,
    module: "surveys",
    tag: "Surveys",
    noun: "survey",
    references: { tenantIds: offeredTo, departmentIds: forDepartments },
    counters: ["responseCount"],
  },
  tenant: {
    table: tenants,
    module: "companies",
    tag: "Companies",
    noun: "company",
    references: { parentId: { column: "parentId", target: "tenant", message: "rule.companyOutOfReach" } },
    media: [tenants.logo],
    inUse: "tenant.hasSubsidiaries",
  },
  user: { table: users, module: "employees", tag: "Employees", noun: "employee", media: [users.logo] },
} as const satisfies Record<AuditedRecord, Registration>

export type EntityName = keyof typeof entities

/** A stored record of a kind. */
export type RowOf<E extends EntityName> = (typeof entities)[E]["table"]["$inferSelect"]

/** What may be written to a record of a kind. */
export type ValuesOf<E extends EntityName> = Partial<(typeof entities)[E]["table"]["$inferInsert"]>

/**
 * The columns that a draft fills, one for each of its members. A member for which the table has no column of that name
 * does not compile, unless it is renamed or omitted.
 */
export type ColumnsOf<D, E extends EntityName> = {
  [K in keyof D]: K extends keyof RowOf<E> ? RowOf<E>[K] : never
}

export const isEntityName = (name: string): name is EntityName => Object.hasOwn(entities, name)

/** The columns that every kind of record has. */
export type RecordTable = PgTable & Record<"id" | "version" | "createdAt" | "updatedAt" | "deletedAt", PgColumn>

/** A kind's registration with the optional members that its line may lack. */
export const registrationOf = (entity: EntityName): Registration & { table: RecordTable } => entities[entity]
