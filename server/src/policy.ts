import { type AnyColumn, and, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { MiddlewareHandler } from "hono"
import type { Env } from "./app"
import { refuse } from "./problem"
import type { Role } from "./schema"

/** Who asks. A company administrator's reach is its own company and that company's subsidiaries (decisions §4). */
export type Actor = {
  userId: string
  email: string
  role: Role
  tenantId: string | null
  reach: string[]
  sessionId: string
  tokenId: string
}

/** Lets these roles in; a role that may never make a call gets 403. */
export const allow =
  (...roles: Role[]): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (!roles.includes(c.get("actor").role)) refuse({ kind: "denied" })
    await next()
  }

export const staff = allow("Administrator", "TenantAdmin")

const everything = sql`true`

/** Records that the actor may see: all for the platform; for a company its reach, and what belongs to the platform. */
export const readable = (actor: Actor, tenantId: AnyColumn): SQL =>
  actor.role === "Administrator" ? everything : (or(isNull(tenantId), inArray(tenantId, actor.reach)) ?? sql`false`)

/** As `readable`, for records that are offered to chosen companies: a platform's record only when it is offered to the reach. */
export const offeredTo = (actor: Actor, tenantId: AnyColumn, tenantIds: AnyColumn): SQL => {
  if (actor.role === "Administrator") return everything
  const reach = sql`array[${sql.join(
    actor.reach.map(id => sql`${id}::uuid`),
    sql`, `,
  )}]`
  const isOffered = or(sql`cardinality(${tenantIds}) = 0`, sql`${tenantIds} && ${reach}`)
  return or(inArray(tenantId, actor.reach), and(isNull(tenantId), isOffered)) ?? sql`false`
}

/** Whether the actor may change a record of that owner; only what is readable is ever asked about. */
export const mayWrite = (actor: Actor, tenantId: string | null): boolean =>
  actor.role === "Administrator" || (tenantId !== null && actor.reach.includes(tenantId))

/** The owner of what the actor creates. */
export const ownerOf = (actor: Actor): string | null => (actor.role === "Administrator" ? null : actor.tenantId)
