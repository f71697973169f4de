import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { gifts as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, keywordFilter, memberFilter, ownerFilter } from "../../http/list"
import { listParams } from "../../http/request"
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

export const listGifts = async (c: Context<Env>) => {
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const where = and(
    visibleGifts(actor),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.status, c.req.query("status")),
    memberFilter(table.categoryIds, c.req.query("categoryId")),
    ownerFilter(table.tenantId, c.req.query("tenantId")),
  )
  const { rows, totalCount } = await readPage(db, selectGifts(db).$dynamic(), { params, table, where, sorts: giftSorts })
  return ok(c, { gifts: rows.map(row => presentGiftItem(row, actor)), totalCount })
}
