import { getTableColumns, type SQL } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Target } from "../../../src/core/fields"
import { entities, type RecordKind } from "../db/schema"

/** A column with one id or several. */
type Reference = { column: string; target: Target }

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
export const registrationOf = (entity: EntityName): RecordKind & { table: RecordTable } => entities[entity]

export const entityNames = Object.keys(entities) as EntityName[]

/** The column, or the expression, that names a record: that of its first text, unless the registration has another. */
export const titleOf = (entity: EntityName): PgColumn | SQL => {
  const { table, fields = {}, title } = registrationOf(entity)
  const name = Object.keys(fields).find(name => fields[name]?.kind === "text") ?? ""
  return title ?? (getTableColumns(table)[name] as PgColumn)
}

/** The column with the company that a record belongs to: a company's record belongs to itself. */
export const ownerColumnOf = (entity: EntityName): PgColumn => {
  const { table } = registrationOf(entity)
  return getTableColumns(table).tenantId ?? table.id
}

/** The company that a stored record belongs to; null for the platform. */
export const companyOf = (entity: EntityName, row: object): string | null => {
  const { id, tenantId = null } = row as { id: string; tenantId?: string | null }
  return entity === "tenant" ? id : tenantId
}

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
