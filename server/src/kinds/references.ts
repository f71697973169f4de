import { and, eq, getTableColumns, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Target } from "../../../src/core/fields"
import type { Message } from "../../../src/core/rules"
import { owned, ownerOf, type Reach, reachOf, readable } from "../auth/policy"
import type { Database } from "../db/open"
import { brands, categories, departments, gifts, tenants, users } from "../db/schema"
import { type FieldMessages, refuse, refuseField } from "../errors/problem"
import type { Actor } from "../http/context"
import { isUuid } from "../http/request"
import { type EntityName, entityNames, isEntityName, referencesOf, registrationOf } from "./entities"

/**
 * References between records: a referenced record must exist and be within the actor's reach, and can't be deleted while
 * it is referenced. Unknown ids and ids out of reach get the same message.
 */

/** Whose references are checked. `reach`: companies whose own departments, employees and subsidiaries may be named. */
type Scope = { actor: Actor; reach: Reach }

const scopeOf = (actor: Actor): Scope => ({ actor, reach: reachOf(actor) })

/** The answers to an id that is unknown or out of the actor's reach. */
const messages: Record<Target, Message> = {
  brand: "rule.brandUnknown",
  gift: "campaign.giftUnknown",
  category: "rule.categoryUnknown",
  tenant: "rule.companyOutOfReach",
  department: "rule.departmentOutOfReach",
  user: "rule.employeeOutOfReach",
}

/** The records of each target that may be referenced. */
const targets: Record<Target, { table: PgTable & { id: PgColumn }; isKnown: (scope: Scope) => SQL | undefined }> = {
  brand: { table: brands, isKnown: ({ actor }) => and(isNull(brands.deletedAt), readable(actor, brands)) },
  gift: { table: gifts, isKnown: ({ actor }) => and(isNull(gifts.deletedAt), readable(actor, gifts)) },
  category: { table: categories, isKnown: () => undefined },
  tenant: { table: tenants, isKnown: ({ reach }) => and(isNull(tenants.deletedAt), owned(tenants.id, reach)) },
  department: {
    table: departments,
    // Departments of the platform are available to every company.
    isKnown: ({ reach }) => or(isNull(departments.tenantId), owned(departments.tenantId, reach)),
  },
  user: {
    table: users,
    isKnown: ({ reach }) => and(isNull(users.deletedAt), ne(users.role, "Administrator"), owned(users.tenantId, reach)),
  },
}

/** Whether every id is that of a record that may be referenced. */
export const areKnown = async (db: Database, target: Target, given: readonly string[], scope: Scope): Promise<boolean> => {
  const ids = [...new Set(given)]
  if (!ids.length) return true
  if (!ids.every(isUuid)) return false
  const { table, isKnown } = targets[target]
  return (await db.$count(table, and(inArray(table.id, ids), isKnown(scope)))) === ids.length
}

const idsIn = (value: unknown): string[] => [value].flat().filter(id => typeof id === "string" && id !== "") as string[]

/**
 * Messages for the registered references of a draft.
 * @param row the stored record: what it references already is accepted, also when it has been withdrawn since
 */
export const referenceErrors = async (
  db: Database,
  entity: EntityName,
  draft: object,
  row: object | undefined,
  actor: Actor,
  scope: Partial<Scope> = {},
): Promise<FieldMessages> => {
  const errors: FieldMessages = {}
  for (const [field, { column, target }] of Object.entries(referencesOf(entity))) {
    const before = idsIn((row as Record<string, unknown> | undefined)?.[column])
    const added = idsIn((draft as Record<string, unknown>)[field]).filter(id => !before.includes(id))
    if (!(await areKnown(db, target, added, { ...scopeOf(actor), ...scope }))) errors[field] = messages[target]
  }
  return errors
}

/** As `referenceErrors`, for a row that has been written. @param before the row until then */
export const addedReferenceErrors = (tx: Database, entity: EntityName, before: object, after: object, actor: Actor) => {
  const references = Object.entries(referencesOf(entity))
  const draft = references.map(([field, { column }]) => [field, (after as Record<string, unknown>)[column]])
  return referenceErrors(tx, entity, Object.fromEntries(draft), before, actor)
}

type SingleReference = { entity: EntityName; field: string; column: PgColumn; target: EntityName & Target }

/** References from one record to another that can be deleted. */
const singleReferences: SingleReference[] = entityNames.flatMap(entity => {
  const columns = getTableColumns(registrationOf(entity).table)
  return Object.entries(referencesOf(entity)).flatMap(([field, { column: name, target }]) => {
    const column = columns[name]
    return column && column.dataType !== "array" && isEntityName(target) ? [{ entity, field, column, target }] : []
  })
})

/**
 * Messages for references of a stored record to deleted ones. Called after the record is written: from then on foreign
 * keys lock the referenced records, so that none can be deleted before the transaction ends.
 */
export const deletedReferenceErrors = async (tx: Database, entity: EntityName, id: string): Promise<FieldMessages> => {
  const { table } = registrationOf(entity)
  const own = singleReferences.filter(reference => reference.entity === entity)
  if (!own.length) return {}
  // The ORM leaves out the tables of columns in a select of one table: a company and the one above it would be the same.
  const areDeleted = own.map(({ field, column, target }): [string, SQL<boolean>] => [
    field,
    sql<boolean>`exists (select from ${registrationOf(target).table} referenced
      where referenced.id = ${table}.${sql.identifier(column.name)} and referenced.deleted_at is not null)`,
  ])
  const [found = {}] = await tx.select(Object.fromEntries(areDeleted)).from(table).where(eq(table.id, id))
  return Object.fromEntries(own.flatMap(({ field, target }) => (found[field] ? [[field, messages[target]]] : [])))
}

/** @throws Refusal 409 when another record references this one */
export const refuseReferenced = async (tx: Database, entity: EntityName, id: string) => {
  const { inUse } = registrationOf(entity)
  if (!inUse) return
  for (const { entity: from, column } of singleReferences.filter(({ target }) => target === entity)) {
    const { table } = registrationOf(from)
    const [found] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(column, id), isNull(table.deletedAt)))
      .limit(1)
    if (found) refuse({ kind: "conflict", key: inUse })
  }
}

/** A company and its subsidiaries: records of the company may name employees and departments of all of them. */
export const companyGroupOf = async (db: Database, tenantId: string): Promise<string[]> =>
  (
    await db
      .select({ id: tenants.id })
      .from(tenants)
      .where(and(isNull(tenants.deletedAt), or(eq(tenants.id, tenantId), eq(tenants.parentId, tenantId))))
  ).map(({ id }) => id)

/**
 * The owner of a new record: the given company, which must be within the actor's reach; without one, the actor's own.
 * @returns null for the platform. @throws Refusal 400 naming `tenantId`
 */
export const companyFor = async (db: Database, actor: Actor, tenantId: string | null): Promise<string | null> => {
  if (tenantId === null) return ownerOf(actor)
  if (await areKnown(db, "tenant", [tenantId], scopeOf(actor))) return tenantId
  return refuseField("tenantId", "rule.companyOutOfReach")
}
