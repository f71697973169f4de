import { and, count, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm"
import { Hono } from "hono"
import type { Env } from "../app"
import { ok } from "../envelope"
import { type Actor, readable, staff } from "../policy"
import { campaigns, gifts, users } from "../schema"
import { bearer } from "../tokens"
import { statusSql, visible } from "./campaign-record"

/** Figures (decisions §5): of what is in the actor's reach. Modules that are not built yet have none. */
export const dashboard = new Hono<Env>()

/** How many months `byMonth` shows, this one the last. */
const shown = 12

/** The month of a moment in the zone, as YYYY-MM. */
export const monthOf = (moment: number, zone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit" }).format(moment).slice(0, 7)

/** @param month YYYY-MM */
export const monthsUpTo = (month: string): string[] => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return Array.from({ length: shown }, (_, at) => new Date(Date.UTC(year, number - shown + at, 1)).toISOString().slice(0, 7))
}

const employeesOf = (actor: Actor) =>
  and(
    isNull(users.deletedAt),
    eq(users.role, "User"),
    actor.role === "Administrator" ? undefined : inArray(users.tenantId, actor.reach),
  )

dashboard.get("/api/dashboard/stats", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const byStatus = await db
    .select({ status: statusSql(new Date(clock())), total: count() })
    .from(campaigns)
    .where(visible(actor))
    .groupBy(sql`1`)

  // Campaigns are counted in the month in which they begin, by the calendar of the deployment's zone.
  const months = monthsUpTo(monthOf(clock(), config.timeZone))
  const midnight = (month: string, after: number) =>
    sql`((${`${month}-01`}::date + make_interval(months => ${after}::int)) at time zone ${config.timeZone})`
  const [from = "", to = ""] = [months[0], months.at(-1)]
  const found = await db
    .select({
      month: sql<string>`to_char(${campaigns.startDate} at time zone ${config.timeZone}, 'YYYY-MM')`,
      total: count(),
    })
    .from(campaigns)
    .where(and(visible(actor), gte(campaigns.startDate, midnight(from, 0)), lt(campaigns.startDate, midnight(to, 1))))
    .groupBy(sql`1`)
  const begun = new Map(found.map(row => [row.month, Number(row.total)]))

  const active = sql<number>`count(*) filter (where status = 1)::int`
  const [giftFigures] = await db
    .select({ total: count(), active })
    .from(gifts)
    .where(and(isNull(gifts.deletedAt), readable(actor, gifts)))
  const [employees] = await db.select({ total: count(), active }).from(users).where(employeesOf(actor))
  return ok(c, {
    from,
    to,
    campaigns: {
      total: byStatus.reduce((all, row) => all + Number(row.total), 0),
      byStatus: Object.fromEntries(byStatus.map(row => [String(row.status), Number(row.total)])),
      byMonth: months.map(month => ({ month, total: begun.get(month) ?? 0 })),
    },
    gifts: giftFigures,
    employees,
  })
})
