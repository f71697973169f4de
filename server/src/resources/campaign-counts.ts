import { and, type SQL, sql } from "drizzle-orm"
import { statuses } from "../../../src/modules/campaigns/model"
import { type Database, rowsOf } from "../db"
import { campaigns as table, campaignTallies as tallies } from "../schema"
import type { StatusCounts } from "../status-counts"
import { statusSql } from "./campaign-record"

const [draft, ended] = (["draft", "ended"] as const).map(name => sql.raw(String(statuses.value(name))))

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
  const rows = await rowsOf<{ status: number; total: string | number }>(
    db,
    sql`select status, sum(total) as total from (
      select case when ${tallies.isDraft} then ${draft} else ${ended} end as status, ${tallies.campaigns} as total
      from ${tallies} where ${of.tallies ?? sql`true`}
      union all
      select counted.status, counted.total from (select ${statusSql(now)} as status from ${table} where ${isCurrent}) current
      cross join lateral (values (current.status, 1), (${ended}, -1)) counted (status, total)
    ) every group by status having sum(total) <> 0`,
  )
  return Object.fromEntries(rows.map(({ status, total }) => [String(status), Number(total)]))
}
