import { and, not, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { payments as table } from "../../db/schema"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, keywordFilter, memberFilter, ownerFilter } from "../../http/list"
import { listParams } from "../../http/request"
import { readPage } from "../../records/list"
import { presentPayment, selectPayments, visiblePayments } from "./output"

export const paymentSorts = { name: sql`fold_tr(${table.name})`, createdDate: table.createdAt, status: table.status }

/** Providers that the actor's company uses, or those that it does not use (docs/contract.md#payment-provider-calls). */
const usedFilter = ({ tenantId }: Actor, given: string | undefined): SQL | undefined => {
  if (!tenantId || (given !== "true" && given !== "false")) return undefined
  const isUsed = sql`(${table.tenantId} is not distinct from ${tenantId}::uuid or ${tenantId}::uuid = any(${table.tenantIds}))`
  return given === "true" ? isUsed : not(isUsed)
}

export const listPayments = async (c: Context<Env>) => {
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const where = and(
    visiblePayments(actor),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.status, c.req.query("status")),
    memberFilter(table.categoryIds, c.req.query("categoryId")),
    ownerFilter(table.tenantId, c.req.query("tenantId")),
    usedFilter(actor, c.req.query("used")),
  )
  const { rows, totalCount } = await readPage(db, selectPayments, { params, table, where, sorts: paymentSorts })
  return ok(c, { payments: rows.map(row => presentPayment(row, actor)), totalCount })
}
