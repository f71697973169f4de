import { type AnyColumn, and, count, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Message } from "../../../src/core/rules"
import { owned, ownerOf, type Reach, reachOf } from "../auth/policy"
import type { Database } from "../db/open"
import { brands, campaigns, departments, gifts, tenants, users } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Actor } from "../http/context"
import { isUuid } from "../http/request"
import type { Entity } from "./entities"

/** What a body points at must be there, and within reach; what is missing and what is foreign are told alike. */

/** @throws Refusal naming every field that is wrong */
export const refuseBroken = (broken: Record<string, Message | undefined>) => {
  const fields = Object.entries(broken).flatMap(([field, message]) => (message ? [{ field, message }] : []))
  if (fields.length) refuse({ kind: "invalid", fields })
}

/** @throws Refusal naming that one field */
export const refuseField = (field: string, message: Message): never => refuse({ kind: "invalid", fields: [{ field, message }] })

/** A company and its subsidiaries: whose people and departments what is the company's may name. */
export const familyOf = async (db: Database, tenantId: string): Promise<string[]> =>
  (
    await db
      .select({ id: tenants.id })
      .from(tenants)
      .where(and(isNull(tenants.deletedAt), or(eq(tenants.id, tenantId), eq(tenants.parentId, tenantId))))
  ).map(({ id }) => id)

/** The message, unless all ids that are new to the record are known. @param known counts those that are */
const unknownAmong = async (
  given: readonly string[],
  before: readonly string[],
  message: Message,
  known: (added: string[]) => Promise<{ total: number }[]>,
): Promise<Message | undefined> => {
  const added = given.filter(id => !before.includes(id))
  if (!added.length) return undefined
  const [row] = await known(added)
  return Number(row?.total ?? 0) === added.length ? undefined : message
}

/** @param before the companies that stand there already: the platform may have chosen them */
export const unknownCompany = (db: Database, reach: Reach, given: readonly string[], before: readonly string[] = []) =>
  unknownAmong(given, before, "rule.companyOutOfReach", added =>
    db
      .select({ total: count() })
      .from(tenants)
      .where(and(inArray(tenants.id, added), isNull(tenants.deletedAt), owned(tenants.id, reach))),
  )

/**
 * The company that a new record is of: the one named, which must be in the actor's reach; else the actor's own.
 * @returns null for the platform's. @throws Refusal naming `tenantId`
 */
export const companyFor = async (db: Database, actor: Actor, named: string | null): Promise<string | null> => {
  if (named === null) return ownerOf(actor)
  const message = isUuid(named) ? await unknownCompany(db, reachOf(actor), [named]) : "rule.companyOutOfReach"
  refuseBroken({ tenantId: message })
  return named
}

/** The platform's departments are everybody's. */
export const unknownDepartment = (db: Database, reach: Reach, given: readonly string[], before: readonly string[] = []) =>
  unknownAmong(given, before, "rule.departmentOutOfReach", added =>
    db
      .select({ total: count() })
      .from(departments)
      .where(and(inArray(departments.id, added), or(isNull(departments.tenantId), owned(departments.tenantId, reach)))),
  )

/** A company's people; the platform's own are nobody's employees. */
export const unknownEmployee = (db: Database, reach: Reach, given: readonly string[], before: readonly string[] = []) =>
  unknownAmong(given, before, "rule.employeeOutOfReach", added =>
    db
      .select({ total: count() })
      .from(users)
      .where(
        and(inArray(users.id, added), isNull(users.deletedAt), ne(users.role, "Administrator"), owned(users.tenantId, reach)),
      ),
  )

const parents = alias(tenants, "parents")
type Pointer = { field: string; message: Message; from: typeof campaigns | typeof gifts | typeof tenants; by: AnyColumn } & {
  to: typeof brands | typeof gifts | typeof parents
}

/** What can be deleted, and who points at it. */
const pointers: Partial<Record<Entity, Pointer[]>> = {
  campaign: [
    { field: "brandId", message: "campaign.brandUnknown", from: campaigns, by: campaigns.brandId, to: brands },
    { field: "giftCardId", message: "campaign.giftUnknown", from: campaigns, by: campaigns.giftCardId, to: gifts },
  ],
  gift: [{ field: "brandId", message: "rule.brandUnknown", from: gifts, by: gifts.brandId, to: brands }],
  tenant: [{ field: "parentId", message: "rule.companyOutOfReach", from: tenants, by: tenants.parentId, to: parents }],
}

/**
 * Fields of a record that point at something deleted. Asked once the record is written: from then on its foreign keys
 * keep what they point at from being deleted, by anybody, until the transaction ends.
 */
export const pointsAtDeleted = async (tx: Database, entity: Entity, id: string): Promise<Record<string, Message>> => {
  const broken: Record<string, Message> = {}
  for (const { field, message, from, by, to } of pointers[entity] ?? []) {
    const [found] = await tx
      .select({ id: to.id })
      .from(from)
      .innerJoin(to, eq(to.id, by))
      .where(and(eq(from.id, id), isNotNull(to.deletedAt)))
    if (found) broken[field] = message
  }
  return broken
}
