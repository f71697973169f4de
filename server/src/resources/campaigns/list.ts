import { and, or, sql } from "drizzle-orm"
import { readable } from "../../auth/policy"
import { cached } from "../../db/cached-count"
import { brands, campaignTallies, campaignTotals, campaigns as table } from "../../db/schema"
import { type StatusCounts, statusCount, totalOf } from "../../db/status"
import { dateBound, idFilter, keywordFilter, ownerFilter } from "../../http/list"
import { listParams } from "../../http/request"
import { campaign } from "../../kinds/campaign"
import type { ListOptions } from "../record-routes"
import { campaignCount } from "./counts"

/** Campaigns, and those of partners that have the keyword. An array of ids, which indexes serve on either side of the `or`. */
export const ofCampaignOrPartner: ListOptions["keyword"] = keyword =>
  or(
    keywordFilter(table.search, keyword),
    sql`${table.brandId} = any(array(select ${brands.id} from ${brands} where ${keywordFilter(brands.search, keyword)}))`,
  )

/** Counts by the tallies, which have neither keywords nor dates nor reasons for attention. */
export const countByTallies: ListOptions["count"] = (c, where, now) => {
  const { timeZone } = c.get("deps").config
  const query = c.req.query()
  if (listParams(c).keyword)
    return {
      ...statusCount(table, campaign.status.sql.expression(now), where),
      ...cached<StatusCounts>(c.get("deps"), table, where, totalOf),
    }
  const dates = [query.startDate, query.endDate, query.updatedSince]
  if (query.attention?.trim() || dates.some(given => dateBound(given, timeZone))) return undefined
  const ofOffer = and(idFilter(campaignTallies.categoryId, query.categoryId), idFilter(campaignTallies.brandId, query.brandId))
  const tallies = ofOffer ? campaignTallies : campaignTotals
  const isTallied = and(
    readable(c.get("actor"), tallies, query.tenantId?.trim()),
    ofOffer,
    ownerFilter(tallies.tenantId, query.tenantId),
  )
  return campaignCount(tallies, { campaigns: where, tallies: isTallied }, now)
}
