import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/draws"
import { draws as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { dateBound, idFilter, keywordFilter, type ListFilters, statusParam, type Within } from "../../http/list"
import { listParams } from "../../http/request"
import { attentionFilter } from "../../records/attention"
import { readPageByStatus } from "../../records/list"
import { presentDrawItem, selectDrawItems, visibleDraws } from "./output"
import { drawAttention, drawStatus } from "./status"

export const drawSorts = (now: Date) => ({
  title: sql`${table.search}`,
  startDate: table.startDate,
  endDate: table.endDate,
  drawDate: table.drawDate,
  method: table.method,
  eligibility: table.eligibility,
  status: drawStatus.expression(now),
  createdDate: table.createdAt,
  updatedDate: table.updatedAt,
})

/** Draws whose entries are open on a day of the period. */
export const drawsWithin: Within = (from, to) =>
  and(from && sql`${table.endDate} >= ${from}`, to && sql`${table.startDate} < ${to}`)

/** The list's condition without keyword and status. */
export const drawFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleDraws(actor),
    idFilter(table.departmentId, query.departmentId),
    idFilter(table.tenantId, query.tenantId),
    drawsWithin(dateBound(query.startDate, zone), dateBound(query.endDate, zone, 1)),
  )

export const listDraws = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const where = and(
    drawFilters({ actor, zone: config.timeZone }, c.req.query()),
    attentionFilter(drawAttention, { tenantId: table.tenantId, actor, now }, c.req.query("attention")),
    keywordFilter(table.search, params.keyword),
  )
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectDrawItems,
    { params, table, where, sorts: drawSorts(now) },
    { sql: drawStatus, status: statusParam(statuses, c.req.query("status")), now },
  )
  return ok(c, { draws: rows.map(row => presentDrawItem(row, clock())), ...totals })
}
