import { and, type SQL, sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/campaigns"
import type { Count } from "../../db/count"
import { type campaignTallies, type campaignTotals, campaigns as table } from "../../db/schema"
import { type StatusCounts, statusTotals } from "../../db/status"
import { campaign } from "../../kinds/campaign"

/**
 * Campaigns by status, without counting every ended one: the tallies contain the totals of drafts and of all others, and
 * ended are all others minus those that have not ended yet.
 * @param tallies a table of tallies that holds every filter. @param where the same condition on campaigns and on the tallies
 */
export const campaignCount = (
  tallies: typeof campaignTallies | typeof campaignTotals,
  where: { campaigns: SQL | undefined; tallies: SQL | undefined },
  now: Date,
): Count<StatusCounts> => {
  const isCurrent = and(
    where.campaigns,
    sql`${table.intent} <> 'draft'`,
    sql`${table.endDate} > ${now.toISOString()}::timestamptz`,
  )
  // One statement sees one moment. `all` is the total of all that are no drafts.
  const query = sql`select case when ${tallies.isDraft} then ${String(statuses.value("draft"))}::text else 'all' end as status,
        coalesce(sum(${tallies.campaigns}), 0) as total
      from ${tallies} where ${where.tallies ?? sql`true`} group by 1
      union all select (${campaign.status.sql.expression(now)})::text, count(*) from ${table} where ${isCurrent} group by 1`
  return {
    query: statusTotals(query),
    read: text => {
      const { all: published = 0, ...counts }: StatusCounts = JSON.parse(text)
      const current = Object.entries(counts).filter(([status]) => status !== String(statuses.value("draft")))
      const ended = published - current.reduce((sum, [, total]) => sum + total, 0)
      const counted = Object.entries({ ...counts, [String(statuses.value("ended"))]: ended })
      return Object.fromEntries(counted.filter(([, total]) => total))
    },
  }
}
