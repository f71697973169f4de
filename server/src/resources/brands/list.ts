import { and, sql } from "drizzle-orm"
import { categories, brands as table, tenants } from "../../db/schema"
import { keptList } from "../../http/kept-list"
import { codeFilter, idFilter, keywordFilter, ownerFilter } from "../../http/list"
import { listParams } from "../../http/request"
import { readPage } from "../../records/list"
import { presentBrand, selectBrands, visibleBrands } from "./output"

export const brandSorts = {
  name: sql`${table.search}`,
  createdDate: table.createdAt,
  status: table.status,
  location: table.location,
}

export const listBrands = keptList([table, categories, tenants], async c => {
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
  return { brands: rows.map(row => presentBrand(row, actor)), totalCount }
})
