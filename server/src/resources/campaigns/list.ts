import { and, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/campaigns"
import { readable } from "../../auth/policy"
import { cached } from "../../db/cached-count"
import { brands, campaignTallies, campaignTotals, campaigns as table } from "../../db/schema"
import { type StatusCounts, statusCount, totalOf } from "../../db/status"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import {
  dateBound,
  idFilter,
  keywordFilter,
  type ListFilters,
  overlapping,
  ownerFilter,
  type Query,
  statusParam,
} from "../../http/list"
import { listParams } from "../../http/request"
import { attentionFilter } from "../../kinds/attention"
import { type ListCount, readPageByStatus } from "../../records/list"
import { campaignCount } from "./counts"
import { campaignAttention, campaignStatus, presentCampaign, selectCampaigns, visibleCampaigns } from "./record"

export const campaignSorts = (now: Date) => ({
  title: sql`${table.sortName}`,
  startDate: table.startDate,
  endDate: table.endDate,
  createdDate: table.createdAt,
  updatedDate: table.updatedAt,
  rewardType: table.rewardType,
  participantLimit: table.participantLimit,
  status: campaignStatus.expression(now),
})

/** Campaigns that run on a day of the period. */
export const campaignsWithin = overlapping(table.startDate, table.endDate)

/** The filters on category and partner. */
const ofOffer = ({ categoryId, brandId }: typeof table | typeof campaignTallies, query: Query) =>
  and(idFilter(categoryId, query.categoryId), idFilter(brandId, query.brandId))

/** The list's condition without keyword and status. */
export const campaignFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleCampaigns(actor),
    ofOffer(table, query),
    ownerFilter(table.tenantId, query.tenantId),
    campaignsWithin(dateBound(query.startDate, zone), dateBound(query.endDate, zone, 1)),
  )

export const listCampaigns = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const status = statusParam(statuses, c.req.query("status"))
  const query = c.req.query()
  const needsAttention = attentionFilter(campaignAttention, { tenantId: table.tenantId, actor, now }, query.attention)
  const where = and(
    campaignFilters({ actor, zone: config.timeZone }, query),
    needsAttention,
    params.keyword
      ? or(
          keywordFilter(table.search, params.keyword),
          // An array, which indexes serve on either side of the `or`.
          sql`${table.brandId} = any(array(select ${brands.id} from ${brands} where ${keywordFilter(brands.search, params.keyword)}))`,
        )
      : undefined,
  )
  const countRows = () => statusCount(table, campaignStatus.expression(now), where)
  const countTallies = () => {
    const isOfOffer = ofOffer(campaignTallies, query)
    const tallies = isOfOffer ? campaignTallies : campaignTotals
    const isTallied = and(readable(actor, tallies), isOfOffer, ownerFilter(tallies.tenantId, query.tenantId))
    return campaignCount(tallies, { campaigns: where, tallies: isTallied }, now)
  }
  // The tallies have neither keywords nor dates.
  const count = (): ListCount<StatusCounts> => {
    if (params.keyword) return { ...countRows(), ...cached<StatusCounts>(c.get("deps"), table, where, totalOf) }
    const isDated = needsAttention ?? dateBound(query.startDate, config.timeZone) ?? dateBound(query.endDate, config.timeZone)
    return isDated ? countRows() : countTallies()
  }
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectCampaigns,
    { params, table, where, sorts: campaignSorts(now) },
    { sql: campaignStatus, status, now, count: count() },
  )
  return ok(c, { campaigns: rows.map(row => presentCampaign(row, actor, clock())), ...totals })
}
