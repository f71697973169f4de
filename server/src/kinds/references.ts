import { type AnyColumn, and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Target } from "../../../src/core/fields"
import type { Message } from "../../../src/core/rules"
import { owned, ownerOf, type Reach, reachOf, readable } from "../auth/policy"
import type { Database } from "../db/open"
import { brands, categories, departments, gifts, tenants, users } from "../db/schema"
import { type FieldMessages, refuseField } from "../errors/problem"
import type { Actor } from "../http/context"
import { isUuid } from "../http/request"
import type { Kind } from "./kind"

/**
 * References between records: a referenced record must exist and be within the actor's reach. Unknown ids and ids out of reach get the same message.
 */

export const isActiveCompany = and(isNull(tenants.deletedAt), eq(tenants.activeStatus, 1))

/**
 * Whose references are checked. `reach`: companies whose own departments, employees and subsidiaries may be named; `takesRetired`: whether
 * retired departments count, which people are in.
 */
type Scope = { actor: Actor; reach: Reach; takesRetired?: true }

const scopeOf = (actor: Actor): Scope => ({ actor, reach: reachOf(actor) })

/** The answers to an id that is unknown or out of the actor's reach. */
export const targetMessages: Record<Target, Message> = {
  brand: "rule.brandUnknown",
  gift: "campaign.giftUnknown",
  category: "rule.categoryUnknown",
  tenant: "rule.companyOutOfReach",
  department: "rule.departmentOutOfReach",
  user: "rule.employeeOutOfReach",
}

/** Categories and departments that new records may name. */
const isOffered = ({ retiredAt, deletedAt }: typeof categories | typeof departments) => and(isNull(retiredAt), isNull(deletedAt))

/** The records of each target that may be referenced. */
export const targets: Record<Target, { table: PgTable & { id: PgColumn }; isKnown: (scope: Scope) => SQL | undefined }> = {
  brand: { table: brands, isKnown: ({ actor }) => and(isNull(brands.deletedAt), readable(actor, brands)) },
  gift: { table: gifts, isKnown: ({ actor }) => and(isNull(gifts.deletedAt), readable(actor, gifts)) },
  category: { table: categories, isKnown: () => isOffered(categories) },
  tenant: { table: tenants, isKnown: ({ reach }) => and(isNull(tenants.deletedAt), owned(tenants.id, reach)) },
  department: {
    table: departments,
    // Departments of the platform are available to every company.
    isKnown: ({ reach, takesRetired }) =>
      and(
        takesRetired ? isNull(departments.deletedAt) : isOffered(departments),
        or(isNull(departments.tenantId), owned(departments.tenantId, reach)),
      ),
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
 * Messages for the references of a draft.
 * @param row the stored record: what it references already is accepted, also when it has been withdrawn since
 */
export const referenceErrors = async (
  db: Database,
  references: Kind["references"],
  draft: object,
  row: object | undefined,
  actor: Actor,
  scope: Partial<Scope> = {},
): Promise<FieldMessages> => {
  const errors: FieldMessages = {}
  for (const [field, { column, target }] of Object.entries(references)) {
    const before = idsIn((row as Record<string, unknown> | undefined)?.[column])
    const added = idsIn((draft as Record<string, unknown>)[field]).filter(id => !before.includes(id))
    if (!(await areKnown(db, target, added, { ...scopeOf(actor), ...scope }))) errors[field] = targetMessages[target]
  }
  return errors
}

/** As `referenceErrors`, for a row that has been written. @param before the row until then */
export const addedReferenceErrors = (tx: Database, { references }: Kind, before: object, after: object, actor: Actor) => {
  const draft = Object.entries(references).map(([field, { column }]) => [field, (after as Record<string, unknown>)[column]])
  return referenceErrors(tx, references, Object.fromEntries(draft), before, actor)
}

/**
 * Rows of `tenants` that a record is offered to: active companies of `tenantIds` within the owner's reach, without any all of it, which is
 * the owner and its subsidiaries, or of the platform everybody.
 */
export const isOfferedCompany = ({ tenantId, tenantIds }: { tenantId: string | null; tenantIds: string[] }): SQL | undefined =>
  and(
    isActiveCompany,
    tenantId === null ? undefined : or(eq(tenants.id, tenantId), eq(tenants.parentId, tenantId)),
    tenantIds.length ? inArray(tenants.id, tenantIds) : undefined,
  )

/** As `isOfferedCompany`, of the record in each row of another table. */
export const isOfferedCompanyOf = ({ tenantId, tenantIds }: { tenantId: AnyColumn; tenantIds: AnyColumn }): SQL | undefined =>
  and(
    isActiveCompany,
    or(isNull(tenantId), eq(tenants.id, tenantId), eq(tenants.parentId, tenantId)),
    sql`(cardinality(${tenantIds}) = 0 or ${tenants.id} = any(${tenantIds}))`,
  )

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
