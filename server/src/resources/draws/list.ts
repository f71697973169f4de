import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/draws"
import { draws as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { dateBound, idFilter, keywordFilter, statusParam } from "../../http/list"
import { listParams } from "../../http/request"
import { readPageByStatus } from "../../records/list"
import { presentDrawItem, selectDrawItems, visibleDraws } from "./output"
import { drawStatus } from "./status"

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

export const listDraws = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const params = listParams(c)
  const now = new Date(clock())
  const from = dateBound(c.req.query("startDate"), config.timeZone)
  const to = dateBound(c.req.query("endDate"), config.timeZone, 1)
  const where = and(
    visibleDraws(c.get("actor")),
    keywordFilter(table.search, params.keyword),
    idFilter(table.departmentId, c.req.query("departmentId")),
    idFilter(table.tenantId, c.req.query("tenantId")),
    from && sql`${table.endDate} >= ${from}`,
    to && sql`${table.startDate} < ${to}`,
  )
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectDrawItems(db).$dynamic(),
    { params, table, where, sorts: drawSorts(now) },
    { sql: drawStatus, status: statusParam(statuses, c.req.query("status")), now },
  )
  return ok(c, { draws: rows.map(row => presentDrawItem(row, clock())), ...totals })
}
