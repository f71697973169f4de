import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { brands as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, idFilter, keywordFilter, ownerFilter } from "../../http/list"
import { listParams } from "../../http/request"
import { readPage } from "../../records/list"
import { presentBrand, selectBrands, visibleBrands } from "./output"

export const brandSorts = {
  name: sql`${table.search}`,
  createdDate: table.createdAt,
  status: table.status,
  location: sql`fold_tr(${table.location})`,
}

export const listBrands = async (c: Context<Env>) => {
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const where = and(
    visibleBrands(actor),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.status, c.req.query("status")),
    idFilter(table.categoryId, c.req.query("categoryId")),
    ownerFilter(table.tenantId, c.req.query("tenantId")),
  )
  const { rows, totalCount } = await readPage(db, selectBrands, { params, table, where, sorts: brandSorts })
  return ok(c, { brands: rows.map(row => presentBrand(row, actor)), totalCount })
}
