import { and, type SQL, sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/campaigns"
import { type Database, rowsOf } from "../../db/open"
import { type campaignTallies, type campaignTotals, campaigns as table } from "../../db/schema"
import type { StatusCounts } from "../../db/status"
import { campaignStatus } from "./status"

/**
 * Campaigns by status, without counting every ended one: the tallies contain the totals of drafts and of all others, and
 * ended are all others minus those that have not ended yet.
 * @param tallies a table of tallies that holds every filter. @param where the same condition on campaigns and on the tallies
 */
export const campaignCounts = async (
  db: Database,
  tallies: typeof campaignTallies | typeof campaignTotals,
  where: { campaigns: SQL | undefined; tallies: SQL | undefined },
  now: Date,
): Promise<StatusCounts> => {
  const isCurrent = and(
    where.campaigns,
    sql`${table.intent} <> 'draft'`,
    sql`${table.endDate} > ${now.toISOString()}::timestamptz`,
  )
  // One statement sees one moment. The row without a status is the total of all that are no drafts.
  const rows = await rowsOf<{ status: number | null; total: string | number }>(
    db,
    sql`select case when ${tallies.isDraft} then ${statuses.value("draft")}::int end as status, sum(${tallies.campaigns}) as total
      from ${tallies} where ${where.tallies ?? sql`true`} group by 1
      union all select ${campaignStatus.expression(now)}, count(*) from ${table} where ${isCurrent} group by 1`,
  )
  const totals = rows.map(({ status, total }) => ({ status, total: Number(total) }))
  const published = totals.reduce((sum, { status, total }) => sum + (status === null ? total : 0), 0)
  const current = totals.filter(({ status }) => status !== null && status !== statuses.value("draft"))
  const ended = published - current.reduce((sum, { total }) => sum + total, 0)
  const counted = [...totals, { status: statuses.value("ended"), total: ended }]
  return Object.fromEntries(counted.flatMap(({ status, total }) => (status !== null && total ? [[String(status), total]] : [])))
}
