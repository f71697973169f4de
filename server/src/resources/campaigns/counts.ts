import { and, type SQL, sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/campaigns"
import { type Database, rowsOf } from "../../db/open"
import { campaigns as table, campaignTallies as tallies } from "../../db/schema"
import type { StatusCounts } from "../../db/status-counts"
import { statusSql } from "./output"

/**
 * How many campaigns stand in each status, without counting all that ever ended: they are what the tallies hold less the
 * few that have not.
 * @param of the same condition on campaigns and on their tallies
 */
export const campaignCounts = async (
  db: Database,
  of: { campaigns: SQL | undefined; tallies: SQL | undefined },
  now: Date,
): Promise<StatusCounts> => {
  const isCurrent = and(of.campaigns, sql`${table.intent} <> 'draft'`, sql`${table.endDate} > ${now.toISOString()}::timestamptz`)
  // One statement, and so one moment: without a status stands what was not counted yet.
  const rows = await rowsOf<{ status: number | null; total: string | number }>(
    db,
    sql`select case when ${tallies.isDraft} then ${statuses.value("draft")}::int end as status, sum(${tallies.campaigns}) as total
      from ${tallies} where ${of.tallies ?? sql`true`} group by 1
      union all select ${statusSql(now)}, count(*) from ${table} where ${isCurrent} group by 1`,
  )
  const totals = rows.map(({ status, total }) => ({ status, total: Number(total) }))
  const rest = totals.reduce((sum, { status, total }) => sum + (status === null ? total : 0), 0)
  const current = totals.filter(({ status }) => status !== null && status !== statuses.value("draft"))
  const ended = rest - current.reduce((sum, { total }) => sum + total, 0)
  const counted = [...totals, { status: statuses.value("ended"), total: ended }]
  return Object.fromEntries(counted.flatMap(({ status, total }) => (status !== null && total ? [[String(status), total]] : [])))
}
