import { and, count, inArray, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import type { DashboardStats, TimedStats } from "../../../../src/contract/dashboard"
import type { Module } from "../../../../src/contract/modules"
import { hasModule, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { announcements, campaigns, draws, gifts, surveys, peopleTallies as tallies } from "../../db/schema"
import { countByStatus, type StatusSql, totalOf } from "../../db/status"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { announcementStatus, visibleAnnouncements } from "../announcements"
import { campaignStatus, visibleCampaigns } from "../campaigns/record"
import { visibleDraws } from "../draws/output"
import { drawStatus } from "../draws/status"
import { feedbackStats } from "../feedback/stats"
import { visibleSurveys } from "../surveys/record"
import { monthOf, monthsUpTo } from "./months"

/** Figures of what is within the actor's reach (docs/contract.md#dashboard). */
type Timed = {
  table: typeof campaigns | typeof draws | typeof announcements
  visible: (actor: Actor) => SQL | undefined
  status: StatusSql
  /** When a record starts; an announcement without a start date starts when it is created. */
  startsAt: SQL
}

const timedCampaigns: Timed = {
  table: campaigns,
  visible: visibleCampaigns,
  status: campaignStatus,
  startsAt: sql`${campaigns.startDate}`,
}
const timedDraws: Timed = { table: draws, visible: visibleDraws, status: drawStatus, startsAt: sql`${draws.startDate}` }
const timedAnnouncements: Timed = {
  table: announcements,
  visible: visibleAnnouncements,
  status: announcementStatus,
  startsAt: sql`coalesce(${announcements.startDate}, ${announcements.createdAt})`,
}

/** @param zone whose months are counted; @param months YYYY-MM, without a gap */
const timedStats = async (
  db: Database,
  actor: Actor,
  { now, zone, months }: { now: Date; zone: string; months: string[] },
  { table, visible, status, startsAt }: Timed,
): Promise<TimedStats> => {
  const isVisible = visible(actor)
  const byStatus = await countByStatus(db, table, status.expression(now), isVisible)
  const startOf = (month: string, monthsLater: number) =>
    sql`((${`${month}-01`}::date + make_interval(months => ${monthsLater}::int)) at time zone ${zone})`
  const isShown = and(
    isVisible,
    sql`${startsAt} >= ${startOf(months[0] ?? "", 0)}`,
    sql`${startsAt} < ${startOf(months.at(-1) ?? "", 1)}`,
  )
  const rows = await db
    .select({ month: sql<string>`to_char(${startsAt} at time zone ${zone}, 'YYYY-MM')`, total: count() })
    .from(table)
    .where(isShown)
    .groupBy(sql`1`)
  const totals = new Map(rows.map(row => [row.month, Number(row.total)]))
  return {
    total: totalOf(byStatus),
    byStatus,
    byMonth: months.map(month => ({ month, total: totals.get(month) ?? 0 })),
  }
}

/** The people of a list of employees, a company's administrators included. */
const isEmployee = (actor: Actor) =>
  and(ne(tallies.role, "Administrator"), actor.role === "Administrator" ? undefined : inArray(tallies.tenantId, actor.reach))

const none = { total: 0, active: 0 }

const giftStats = async (db: Database, actor: Actor) => {
  const [row] = await db
    .select({ total: count(), active: sql<number>`count(*) filter (where status = 1)::int` })
    .from(gifts)
    .where(and(isNull(gifts.deletedAt), readable(actor, gifts)))
  return row ?? none
}

const employeeStats = async (db: Database, actor: Actor) => {
  const [row] = await db
    .select({
      total: sql<number>`coalesce(sum(${tallies.people}), 0)::float8`,
      active: sql<number>`coalesce(sum(${tallies.people}) filter (where ${tallies.status} = 1), 0)::float8`,
    })
    .from(tallies)
    .where(isEmployee(actor))
  return row ?? none
}

const surveyStats = async (db: Database, actor: Actor) => {
  const [row] = await db
    .select({ total: count(), responses: sql<number>`coalesce(sum(${surveys.responseCount}), 0)::int` })
    .from(surveys)
    .where(visibleSurveys(actor))
  return row ?? { total: 0, responses: 0 }
}

export const getStats = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const zone = config.timeZone
  const months = monthsUpTo(monthOf(clock(), zone))
  const period = { now: new Date(clock()), zone, months }
  const ifOn = async <T>(module: Module, figures: () => Promise<T>) => (hasModule(actor, module) ? figures() : undefined)
  const stats: DashboardStats = {
    from: months[0] ?? "",
    to: months.at(-1) ?? "",
    campaigns: await ifOn("campaigns", () => timedStats(db, actor, period, timedCampaigns)),
    draws: await ifOn("draws", () => timedStats(db, actor, period, timedDraws)),
    announcements: await ifOn("announcements", () => timedStats(db, actor, period, timedAnnouncements)),
    surveys: await ifOn("surveys", () => surveyStats(db, actor)),
    gifts: await giftStats(db, actor),
    employees: await ifOn("employees", () => employeeStats(db, actor)),
    feedback: await feedbackStats({ db, clock }, actor),
  }
  return ok(c, stats)
}
