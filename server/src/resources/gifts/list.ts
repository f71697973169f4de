import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/gifts"
import { gifts as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, dateBound, keywordFilter, type ListFilters, memberFilter, ownerFilter, type Within } from "../../http/list"
import { listParams } from "../../http/request"
import { attentionFilter, type Reasons } from "../../records/attention"
import { readPage } from "../../records/list"
import { presentGiftItem, selectGifts, visibleGifts } from "./output"

export const giftSorts = {
  cardName: sql`${table.search}`,
  createdDate: table.createdAt,
  status: table.status,
  validityStart: table.validityStart,
  validityEnd: table.validityEnd,
  maxUsage: table.maxUsage,
  used: table.used,
}

/** Active cards that expire soon and have uses left. */
export const giftAttention: Reasons<"gifts"> = {
  ending: ({ now, soon }) => sql`${table.status} = ${statuses.value("active")}::int
    and ${table.validityEnd} > ${now} and ${table.validityEnd} <= ${soon}
    and (${table.maxUsage} is null or ${table.used} < ${table.maxUsage})`,
}

/** Gift cards that are valid on a day of the period. */
export const giftsWithin: Within = (from, to) =>
  and(
    from && sql`(${table.validityEnd} is null or ${table.validityEnd} >= ${from})`,
    to && sql`(${table.validityStart} is null or ${table.validityStart} < ${to})`,
  )

/** The list's condition without keyword and status. */
export const giftFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleGifts(actor),
    memberFilter(table.categoryIds, query.categoryId),
    ownerFilter(table.tenantId, query.tenantId),
    giftsWithin(dateBound(query.validFrom, zone), dateBound(query.validTo, zone, 1)),
  )

export const listGifts = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const where = and(
    giftFilters({ actor, zone: config.timeZone }, c.req.query()),
    attentionFilter(giftAttention, { tenantId: table.tenantId, actor, now }, c.req.query("attention")),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.status, c.req.query("status")),
  )
  const { rows, totalCount } = await readPage(db, selectGifts, { params, table, where, sorts: giftSorts })
  return ok(c, { gifts: rows.map(row => presentGiftItem(row, actor)), totalCount })
}
