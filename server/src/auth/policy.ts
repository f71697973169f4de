import { type AnyColumn, and, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { MiddlewareHandler } from "hono"
import type { Role } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Actor, Env } from "../http/context"

/** Lets these roles in; a role that may never make a call gets 403. The document reads the roles from it. */
export const allow = (...roles: Role[]) => {
  const guard: MiddlewareHandler<Env> = async (c, next) => {
    if (!roles.includes(c.get("actor").role)) refuse({ kind: "denied" })
    await next()
  }
  return Object.assign(guard, { roles })
}

export const staff = allow("Administrator", "TenantAdmin")
export const platform = allow("Administrator")

const everything = sql`true`

type Owned = { tenantId: AnyColumn; tenantIds: AnyColumn }

/**
 * The tenant condition: what of a table the actor may see. The platform sees all. A company sees what is its own or its
 * subsidiaries', what is offered to one of them, and what the platform offers to everybody.
 */
export const readable = (actor: Actor, { tenantId, tenantIds }: Owned): SQL => {
  if (actor.role === "Administrator") return everything
  const reach = sql`array[${sql.join(
    actor.reach.map(id => sql`${id}`),
    sql`, `,
  )}]::uuid[]`
  const isForAll = and(isNull(tenantId), sql`cardinality(${tenantIds}) = 0`)
  return or(inArray(tenantId, actor.reach), isForAll, sql`${tenantIds} && ${reach}`) ?? sql`false`
}

/** The companies that the actor may act for. */
export type Reach = "all" | readonly string[]

export const reachOf = (actor: Actor): Reach => (actor.role === "Administrator" ? "all" : actor.reach)

/** What is one of these companies' own, for tables that offer nothing to others; what is nobody's is the platform's alone. */
export const owned = (tenantId: AnyColumn, reach: Reach): SQL => (reach === "all" ? everything : inArray(tenantId, [...reach]))

/** Whether the actor may change a record of that owner; only what is readable is ever asked about. */
export const mayWrite = (actor: Actor, tenantId: string | null): boolean =>
  actor.role === "Administrator" || (tenantId !== null && actor.reach.includes(tenantId))

/** To whom a record is offered, as far as the actor may know it: who can't change it sees no stranger among them. */
export const offeredTo = (actor: Actor, { tenantId, tenantIds }: { tenantId: string | null; tenantIds: string[] }): string[] =>
  mayWrite(actor, tenantId) ? tenantIds : tenantIds.filter(id => actor.reach.includes(id))

/** The owner of what the actor creates. */
export const ownerOf = (actor: Actor): string | null => (actor.role === "Administrator" ? null : actor.tenantId)
