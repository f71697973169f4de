import { type AnyColumn, and, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { MiddlewareHandler } from "hono"
import type { Role } from "../../../src/contract/session"
import { refuse } from "../errors/problem"
import type { Actor, Env } from "../http/context"

/** Who may call, read and change what (docs/contract.md#ownership-and-reach). */

/** Requires one of the roles. The OpenAPI document reads them from the guard. @throws Refusal 403 */
export const allow = (...roles: Role[]) => {
  const guard: MiddlewareHandler<Env> = async (c, next) => {
    if (!roles.includes(c.get("actor").role)) refuse({ kind: "denied" })
    await next()
  }
  return Object.assign(guard, { roles })
}

export const staff = allow("Administrator", "TenantAdmin")
export const platform = allow("Administrator")

const all = sql`true`

/**
 * Rows of a table with `tenantIds` that the actor may read: for the platform all; for a company its own and its
 * subsidiaries' rows, rows offered to one of them, and rows of the platform that are offered to everybody.
 */
export const readable = (actor: Actor, { tenantId, tenantIds }: { tenantId: AnyColumn; tenantIds: AnyColumn }): SQL => {
  if (actor.role === "Administrator") return all
  const reach = sql`array[${sql.join(
    actor.reach.map(id => sql`${id}`),
    sql`, `,
  )}]::uuid[]`
  const isForEverybody = and(isNull(tenantId), sql`cardinality(${tenantIds}) = 0`)
  return or(inArray(tenantId, actor.reach), isForEverybody, sql`${tenantIds} && ${reach}`) ?? sql`false`
}

/** The companies that the actor may act for. */
export type Reach = "all" | readonly string[]

export const reachOf = (actor: Actor): Reach => (actor.role === "Administrator" ? "all" : actor.reach)

/** Rows of a table without `tenantIds` that belong to these companies; rows without a company belong to the platform. */
export const owned = (tenantId: AnyColumn, reach: Reach): SQL => (reach === "all" ? all : inArray(tenantId, [...reach]))

/** Whether the actor may change a record of this owner, provided that the actor may read it. */
export const mayWrite = (actor: Actor, tenantId: string | null): boolean =>
  actor.role === "Administrator" || (tenantId !== null && actor.reach.includes(tenantId))

/** The companies that a record is offered to: for an actor who may not change it, only those within reach. */
export const offeredTo = (actor: Actor, { tenantId, tenantIds }: { tenantId: string | null; tenantIds: string[] }): string[] =>
  mayWrite(actor, tenantId) ? tenantIds : tenantIds.filter(id => actor.reach.includes(id))

/** The owner of what the actor creates; null for the platform. */
export const ownerOf = (actor: Actor): string | null => (actor.role === "Administrator" ? null : actor.tenantId)
