import { and, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import type { DashboardStats, TimedStats } from "../../../../src/contract/dashboard"
import { hasModule, readable } from "../../auth/policy"
import { rowsOf } from "../../db/open"
import { announcements, campaigns, campaignTotals, draws, gifts, surveys, peopleTallies as tallies } from "../../db/schema"
import { type StatusCounts, totalOf } from "../../db/status"
import type { Env } from "../../http/context"
import { announcement } from "../../kinds/announcement"
import { campaign } from "../../kinds/campaign"
import { draw } from "../../kinds/draw"
import { gift, usableAt } from "../../kinds/gift"
import { survey } from "../../kinds/survey"
import { withinReach } from "../../kinds/user"
import { campaignCount } from "../campaigns/counts"
import { type FeedbackCounts, feedbackCounts, withRate } from "../feedback/stats"
import { monthOf, monthsUpTo } from "./months"

/** Figures of what is within the actor's reach, in one statement (docs/contract.md#dashboard). */

/** Numbers of records by status and by the month in which they start: 1 is the first of the months, and others are outside of them. */
type TimedCount = { status: number; month: number; total: number }

/** @param month from 1; one more than there are months for the end of the last one */
const startOf = (month: number) => sql`(select starts from months)[${sql.raw(String(month))}]`

const timedCounts = (table: PgTable, where: SQL | undefined, status: SQL, startsAt: SQL) =>
  sql`select coalesce(json_agg(counted), '[]') from (
    select ${status} as status, width_bucket(${startsAt}, (select starts from months)) as month, count(*) as total
    from ${table} where ${where} group by 1, 2) counted`

const statusesOf = (counts: TimedCount[]): StatusCounts => {
  const byStatus: StatusCounts = {}
  for (const { status, total } of counts) byStatus[status] = (byStatus[status] ?? 0) + total
  return byStatus
}

const timedStats = (counts: TimedCount[], months: string[], byStatus = statusesOf(counts)): TimedStats => {
  const byMonth = months.map(month => ({ month, total: 0 }))
  for (const { month, total } of counts) {
    const counted = byMonth[month - 1]
    if (counted) counted.total += total
  }
  return { total: totalOf(byStatus), byStatus, byMonth }
}

type FoundStats = Omit<DashboardStats, "from" | "to" | "campaigns" | "draws" | "announcements" | "feedback"> & {
  campaigns?: { byStatus: object; byMonth: TimedCount[] }
  draws?: TimedCount[]
  announcements?: TimedCount[]
  feedback: FeedbackCounts
}

export const readStats = async (c: Context<Env>): Promise<DashboardStats> => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const now = new Date(clock())
  const months = monthsUpTo(monthOf(clock(), config.timeZone))
  const first = sql`${`${months[0]}-01`}::timestamp`
  // When each month starts, and when the last one ends.
  const starts = sql`select array_agg(month at time zone ${config.timeZone} order by month) as starts
    from generate_series(${first}, ${first} + make_interval(months => ${months.length}::int), interval '1 month') month`
  const visible = campaign.visible(actor)
  // There may be a hundred thousand campaigns: totals come from the tallies, and the months of the others are not read.
  const campaignStatuses = campaignCount(campaignTotals, { campaigns: visible, tallies: readable(actor, campaignTotals) }, now)
  const isWithin = sql`${campaigns.startDate} >= ${startOf(1)} and ${campaigns.startDate} < ${startOf(months.length + 1)}`
  const selects: Record<keyof FoundStats, SQL | false> = {
    campaigns:
      hasModule(actor, "campaigns") &&
      sql`select json_build_object('byStatus', (${campaignStatuses.query}),
        'byMonth', (${timedCounts(campaigns, and(visible, isWithin), sql`0`, sql`${campaigns.startDate}`)}))`,
    draws:
      hasModule(actor, "draws") &&
      timedCounts(draws, draw.visible(actor), draw.status.sql.expression(now), sql`${draws.startDate}`),
    // An announcement without a start date starts when it is created.
    announcements:
      hasModule(actor, "announcements") &&
      timedCounts(
        announcements,
        announcement.visible(actor),
        announcement.status.sql.expression(now),
        sql`coalesce(${announcements.startDate}, ${announcements.createdAt})`,
      ),
    surveys:
      hasModule(actor, "surveys") &&
      sql`select json_build_object('total', count(*), 'responses', coalesce(sum(${surveys.responseCount}), 0))
        from ${surveys} where ${survey.visible(actor)}`,
    gifts: sql`select json_build_object('total', count(*), 'active', count(*) filter (where ${usableAt(now)}))
      from ${gifts} where ${gift.visible(actor)}`,
    employees:
      hasModule(actor, "employees") &&
      sql`select json_build_object('total', coalesce(sum(${tallies.people}), 0),
        'active', coalesce(sum(${tallies.people}) filter (where ${tallies.status} = 1), 0)) from ${tallies} where ${withinReach(actor, tallies) ?? sql`true`}`,
    feedback: feedbackCounts(actor, now),
  }
  const members = Object.entries(selects).flatMap(([name, select]) => (select ? [sql`${sql.raw(`'${name}'`)}, (${select})`] : []))
  const query = sql`with months as materialized (${starts}) select json_build_object(${sql.join(members, sql`, `)}) as found`
  const [row] = await rowsOf<{ found: FoundStats }>(db, query)
  if (!row) throw new Error("The figures were not counted.")
  const { campaigns: counted, draws: drawn, announcements: announced, feedback, ...others } = row.found
  return {
    from: months[0] ?? "",
    to: months.at(-1) ?? "",
    ...others,
    ...(counted && {
      campaigns: timedStats(counted.byMonth, months, campaignStatuses.read(JSON.stringify(counted.byStatus))),
    }),
    ...(drawn && { draws: timedStats(drawn, months) }),
    ...(announced && { announcements: timedStats(announced, months) }),
    feedback: withRate(feedback),
  }
}
