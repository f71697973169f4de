import { and, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/campaigns"
import { readable } from "../../auth/policy"
import { cachedCount } from "../../db/cached-count"
import { brands, campaignTallies, campaigns as table } from "../../db/schema"
import { countByStatus, totalOf } from "../../db/status"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { dateBound, idFilter, keywordFilter, ownerFilter, statusParam } from "../../http/list"
import { listParams } from "../../http/request"
import { readPageByStatus } from "../../records/list"
import { campaignCounts } from "./counts"
import { presentCampaign, selectCampaigns, visibleCampaigns } from "./output"
import { campaignStatus } from "./status"

export const campaignSorts = (now: Date) => ({
  title: sql`${table.search}`,
  startDate: table.startDate,
  endDate: table.endDate,
  createdDate: table.createdAt,
  updatedDate: table.updatedAt,
  rewardType: table.rewardType,
  participantLimit: table.participantLimit,
  status: campaignStatus.expression(now),
})

export const listCampaigns = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const status = statusParam(statuses, c.req.query("status"))
  const from = dateBound(c.req.query("startDate"), config.timeZone)
  const to = dateBound(c.req.query("endDate"), config.timeZone, 1)

  const ofKind = ({ categoryId, brandId, tenantId }: typeof table | typeof campaignTallies) =>
    and(
      idFilter(categoryId, c.req.query("categoryId")),
      idFilter(brandId, c.req.query("brandId")),
      ownerFilter(tenantId, c.req.query("tenantId")),
    )
  const where = and(
    visibleCampaigns(actor),
    ofKind(table),
    params.keyword
      ? or(
          keywordFilter(table.search, params.keyword),
          sql`${table.brandId} in (select ${brands.id} from ${brands} where ${keywordFilter(brands.search, params.keyword)})`,
        )
      : undefined,
    from && sql`${table.endDate} >= ${from}`,
    to && sql`${table.startDate} < ${to}`,
  )
  const countRows = () => countByStatus(db, table, campaignStatus.expression(now), where)
  const countTallies = () =>
    campaignCounts(db, { campaigns: where, tallies: and(readable(actor, campaignTallies), ofKind(campaignTallies)) }, now)
  // The tallies have neither keywords nor dates.
  const count = () => {
    if (params.keyword) return cachedCount(c.get("deps"), table, where, countRows, totalOf)
    return from || to ? countRows() : countTallies()
  }
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectCampaigns(db).$dynamic(),
    { params, table, where, sorts: campaignSorts(now) },
    { sql: campaignStatus, status, now, count },
  )
  return ok(c, { campaigns: rows.map(row => presentCampaign(row, actor, clock())), ...totals })
}
