import { getTableColumns } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import * as announcement from "../../../src/contract/announcements"
import * as campaign from "../../../src/contract/campaigns"
import * as company from "../../../src/contract/companies"
import * as draw from "../../../src/contract/draws/draws"
import * as employee from "../../../src/contract/employees"
import * as gift from "../../../src/contract/gifts"
import type { AuditedRecord, Module } from "../../../src/contract/modules"
import * as partner from "../../../src/contract/partners"
import * as payment from "../../../src/contract/payments"
import * as survey from "../../../src/contract/surveys/surveys"
import type { Fields, Target } from "../../../src/core/fields"
import type { Key } from "../../../src/core/text/i18n"
import { announcements, brands, campaigns, draws, feedbacks, gifts, payments, surveys, tenants, users } from "../db/schema"

/** A column with one id or several. */
export type Reference = { column: string; target: Target }

type Registration = {
  table: PgTable
  /** The module whose permissions and flag its changes need. */
  module: Module
  /** Tag and noun in the OpenAPI document. */
  tag: string
  noun: string
  /** The writable members; those with a target reference other records. */
  fields?: Fields
  /** References of other members and columns, by member. */
  references?: Record<string, Reference>
  /** Columns beside those of the fields that contain addresses of uploaded pictures. */
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
    fields: announcement.fields,
  },
  brand: {
    table: brands,
    module: "partners",
    tag: "Brands",
    noun: "brand",
    fields: partner.fields,
    inUse: "brand.inUse",
  },
  campaign: {
    table: campaigns,
    module: "campaigns",
    tag: "Campaigns",
    noun: "campaign",
    fields: campaign.fields,
    counters: ["participantCount"],
  },
  draw: {
    table: draws,
    module: "draws",
    tag: "Draws",
    noun: "draw",
    fields: draw.fields,
    media: [draws.prizes],
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
    fields: gift.fields,
    references: { categories: { column: "categoryIds", target: "category" } },
    secrets: ["apiIntegrationCode"],
    counters: ["used"],
    inUse: "gift.inUse",
  },
  payment: {
    table: payments,
    module: "payments",
    tag: "Payments",
    noun: "payment provider",
    fields: payment.fields,
  },
  survey: {
    table: surveys,
    module: "surveys",
    tag: "Surveys",
    noun: "survey",
    fields: survey.fields,
    counters: ["responseCount"],
  },
  tenant: {
    table: tenants,
    module: "companies",
    tag: "Companies",
    noun: "company",
    fields: company.fields,
    references: { parentId: { column: "parentId", target: "tenant" } },
    inUse: "tenant.hasSubsidiaries",
  },
  user: { table: users, module: "employees", tag: "Employees", noun: "employee", fields: employee.fields },
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

/** The references of a kind of record, by member: those of its fields, and the registered ones. */
export const referencesOf = (entity: EntityName): Record<string, Reference> => {
  const { fields = {}, references } = registrationOf(entity)
  const own = Object.entries(fields).flatMap(([name, { target }]): [string, Reference][] =>
    target ? [[name, { column: name, target }]] : [],
  )
  return { ...Object.fromEntries(own), ...references }
}

/** The columns that contain addresses of uploaded pictures: these pictures are in use. */
export const mediaColumnsOf = (entity: EntityName): PgColumn[] => {
  const { fields = {}, media = [], table } = registrationOf(entity)
  const columns = getTableColumns(table)
  const own = Object.entries(fields).flatMap(([name, { kind }]) =>
    columns[name] && (kind === "picture" || kind === "pictures") ? [columns[name]] : [],
  )
  return [...own, ...media]
}
