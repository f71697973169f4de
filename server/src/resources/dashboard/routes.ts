import { and, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import { Hono } from "hono"
import { readable, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { announcements, campaigns, draws, gifts, surveys, peopleTallies as tallies } from "../../db/schema"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import * as announcementRecord from "../announcements/output"
import { statusSql, visible } from "../campaigns/output"
import * as drawRecord from "../draws/output"
import { feedbackStats } from "../feedback/stats"
import * as surveyRecord from "../surveys/output"
import { monthOf, monthsUpTo } from "./months"

/** Figures (decisions §5): of what is in the actor's reach. */
export const dashboard = new Hono<Env>()

const employeesOf = (actor: Actor) =>
  and(eq(tallies.role, "User"), actor.role === "Administrator" ? undefined : inArray(tallies.tenantId, actor.reach))

/** What is counted by its derived status, and by the month in which it begins. */
type Timed = {
  table: typeof campaigns | typeof draws | typeof announcements
  visible: (actor: Actor) => SQL | undefined
  statusSql: (now: Date) => SQL<number>
  /** An announcement without a start begins when it is made. */
  begins: SQL
}

const timed = {
  campaigns: { table: campaigns, visible, statusSql, begins: sql`${campaigns.startDate}` },
  draws: { table: draws, visible: drawRecord.visible, statusSql: drawRecord.statusSql, begins: sql`${draws.startDate}` },
  announcements: {
    table: announcements,
    visible: announcementRecord.visible,
    statusSql: announcementRecord.statusSql,
    begins: sql`coalesce(${announcements.startDate}, ${announcements.createdAt})`,
  },
} satisfies Record<string, Timed>

/** Months are those of the deployment's zone. @param months YYYY-MM, without a gap */
const timedFigures = async (db: Database, actor: Actor, now: Date, zone: string, months: string[], module: Timed) => {
  const { table, begins } = module
  const isVisible = module.visible(actor)
  const byStatus = await db
    .select({ status: module.statusSql(now), total: count() })
    .from(table)
    .where(isVisible)
    .groupBy(sql`1`)
  const midnight = (month: string, after: number) =>
    sql`((${`${month}-01`}::date + make_interval(months => ${after}::int)) at time zone ${zone})`
  const found = await db
    .select({ month: sql<string>`to_char(${begins} at time zone ${zone}, 'YYYY-MM')`, total: count() })
    .from(table)
    .where(
      and(isVisible, sql`${begins} >= ${midnight(months[0] ?? "", 0)}`, sql`${begins} < ${midnight(months.at(-1) ?? "", 1)}`),
    )
    .groupBy(sql`1`)
  const begun = new Map(found.map(row => [row.month, Number(row.total)]))
  return {
    total: byStatus.reduce((all, row) => all + Number(row.total), 0),
    byStatus: Object.fromEntries(byStatus.map(row => [String(row.status), Number(row.total)])),
    byMonth: months.map(month => ({ month, total: begun.get(month) ?? 0 })),
  }
}

dashboard.get("/api/dashboard/stats", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const months = monthsUpTo(monthOf(clock(), config.timeZone))
  const figures = (module: Timed) => timedFigures(db, actor, new Date(clock()), config.timeZone, months, module)

  const active = sql<number>`count(*) filter (where status = 1)::int`
  const [giftFigures] = await db
    .select({ total: count(), active })
    .from(gifts)
    .where(and(isNull(gifts.deletedAt), readable(actor, gifts)))
  const people = sql<number>`coalesce(sum(${tallies.people}), 0)::float8`
  const [employees] = await db
    .select({
      total: people,
      active: sql<number>`coalesce(sum(${tallies.people}) filter (where ${tallies.status} = 1), 0)::float8`,
    })
    .from(tallies)
    .where(employeesOf(actor))
  const [surveyFigures] = await db
    .select({ total: count(), responses: sql<number>`coalesce(sum(${surveys.responseCount}), 0)::int` })
    .from(surveys)
    .where(surveyRecord.visible(actor))
  return ok(c, {
    from: months[0],
    to: months.at(-1),
    campaigns: await figures(timed.campaigns),
    draws: await figures(timed.draws),
    announcements: await figures(timed.announcements),
    surveys: surveyFigures,
    gifts: giftFigures,
    employees,
    feedback: await feedbackStats(db, actor),
  })
})
