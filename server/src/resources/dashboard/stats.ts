import { and, inArray, ne, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import type { DashboardStats, TimedStats } from "../../../../src/contract/dashboard"
import { hasModule } from "../../auth/policy"
import { rowsOf } from "../../db/open"
import { announcements, campaigns, draws, gifts, surveys, peopleTallies as tallies } from "../../db/schema"
import type { StatusSql } from "../../db/status"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { announcementStatus, visibleAnnouncements } from "../announcements"
import { campaignStatus, visibleCampaigns } from "../campaigns/record"
import { visibleDraws } from "../draws/output"
import { drawStatus } from "../draws/status"
import { type FeedbackCounts, feedbackCounts, withRate } from "../feedback/stats"
import { visibleGifts } from "../gifts/record"
import { visibleSurveys } from "../surveys/record"
import { monthOf, monthsUpTo } from "./months"

/** Figures of what is within the actor's reach, in one statement that reads each table once (docs/contract.md#dashboard). */
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

/** Records of one status that start in one month: 1 is the first of the months, and others are outside of them. */
type TimedCount = { status: number; month: number; total: number }

/** @param starts when each month starts, and when the last one ends */
const timedCounts = ({ table, visible, status, startsAt }: Timed, actor: Actor, { now, starts }: { now: Date; starts: SQL }) =>
  sql`select coalesce(json_agg(counted), '[]') from (
    select ${status.expression(now)} as status, width_bucket(${startsAt}, ${starts}) as month, count(*) as total
    from ${table} where ${visible(actor)} group by 1, 2) counted`

const timedStats = (counts: TimedCount[], months: string[]): TimedStats => {
  const byStatus: Record<string, number> = {}
  const byMonth = months.map(month => ({ month, total: 0 }))
  for (const { status, month, total } of counts) {
    byStatus[status] = (byStatus[status] ?? 0) + total
    const counted = byMonth[month - 1]
    if (counted) counted.total += total
  }
  return { total: counts.reduce((sum, { total }) => sum + total, 0), byStatus, byMonth }
}

/** The people of a list of employees, a company's administrators included. */
const isEmployee = (actor: Actor) =>
  and(ne(tallies.role, "Administrator"), actor.role === "Administrator" ? undefined : inArray(tallies.tenantId, actor.reach))

type Found = Omit<DashboardStats, "from" | "to" | "campaigns" | "draws" | "announcements" | "feedback"> &
  Partial<Record<"campaigns" | "draws" | "announcements", TimedCount[]>> & { feedback: FeedbackCounts }

export const getStats = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const now = new Date(clock())
  const months = monthsUpTo(monthOf(clock(), config.timeZone))
  const first = sql`${`${months[0]}-01`}::timestamp`
  const starts = sql`(select array_agg(month at time zone ${config.timeZone} order by month)
    from generate_series(${first}, ${first} + make_interval(months => ${months.length}::int), interval '1 month') month)`
  const timed = (of: Timed) => timedCounts(of, actor, { now, starts })
  const selects: Record<keyof Found, SQL | false> = {
    campaigns: hasModule(actor, "campaigns") && timed(timedCampaigns),
    draws: hasModule(actor, "draws") && timed(timedDraws),
    announcements: hasModule(actor, "announcements") && timed(timedAnnouncements),
    surveys:
      hasModule(actor, "surveys") &&
      sql`select json_build_object('total', count(*), 'responses', coalesce(sum(${surveys.responseCount}), 0))
        from ${surveys} where ${visibleSurveys(actor)}`,
    gifts: sql`select json_build_object('total', count(*), 'active', count(*) filter (where ${gifts.status} = 1))
      from ${gifts} where ${visibleGifts(actor)}`,
    employees:
      hasModule(actor, "employees") &&
      sql`select json_build_object('total', coalesce(sum(${tallies.people}), 0),
        'active', coalesce(sum(${tallies.people}) filter (where ${tallies.status} = 1), 0)) from ${tallies} where ${isEmployee(actor)}`,
    feedback: feedbackCounts(actor, now),
  }
  const members = Object.entries(selects).flatMap(([name, select]) => (select ? [sql`${sql.raw(`'${name}'`)}, (${select})`] : []))
  const [row] = await rowsOf<{ found: Found }>(db, sql`select json_build_object(${sql.join(members, sql`, `)}) as found`)
  if (!row) throw new Error("The figures were not counted.")
  const { campaigns: counted, draws: drawn, announcements: announced, feedback, ...others } = row.found
  const stats: DashboardStats = {
    from: months[0] ?? "",
    to: months.at(-1) ?? "",
    ...others,
    ...(counted && { campaigns: timedStats(counted, months) }),
    ...(drawn && { draws: timedStats(drawn, months) }),
    ...(announced && { announcements: timedStats(announced, months) }),
    feedback: withRate(feedback),
  }
  return ok(c, stats)
}
