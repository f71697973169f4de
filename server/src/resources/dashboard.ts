import { and, count, eq, inArray, isNull, sql } from "drizzle-orm"
import { Hono } from "hono"
import type { Env } from "../app"
import { ok } from "../envelope"
import { offeredTo, readable, staff } from "../policy"
import { campaigns, gifts, users } from "../schema"
import { bearer } from "../tokens"
import { statusSql } from "./campaigns"

/** Figures (decisions §5): of what is in the actor's reach. */
export const dashboard = new Hono<Env>()

dashboard.get("/api/dashboard/stats", bearer, staff, async c => {
  const { db, clock } = c.get("deps")
  const actor = c.get("actor")
  const byStatus = await db
    .select({ status: statusSql(new Date(clock())), total: count() })
    .from(campaigns)
    .where(and(isNull(campaigns.deletedAt), offeredTo(actor, campaigns.tenantId, campaigns.tenantIds)))
    .groupBy(sql`1`)
  const active = sql<number>`count(*) filter (where status = 1)::int`
  const [giftFigures] = await db
    .select({ total: count(), active })
    .from(gifts)
    .where(and(isNull(gifts.deletedAt), readable(actor, gifts.tenantId)))
  const [employees] = await db
    .select({ total: count(), active })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        eq(users.role, "User"),
        actor.role === "Administrator" ? undefined : inArray(users.tenantId, actor.reach),
      ),
    )
  return ok(c, {
    campaigns: {
      total: byStatus.reduce((all, row) => all + Number(row.total), 0),
      byStatus: Object.fromEntries(byStatus.map(row => [String(row.status), Number(row.total)])),
    },
    gifts: giftFigures,
    employees,
  })
})
