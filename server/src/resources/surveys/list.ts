import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/surveys"
import { surveys as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, dateBound, keywordFilter, ownerFilter, statusParam } from "../../http/list"
import { listParams } from "../../http/request"
import { readPageByStatus } from "../../records/list"
import { presentSurveyItem, selectSurveyItems, visibleSurveys } from "./output"
import { surveyStatus } from "./status"

export const surveySorts = (now: Date) => ({
  title: sql`${table.search}`,
  type: table.type,
  status: surveyStatus.expression(now),
  startDate: table.startDate,
  endDate: table.endDate,
  responseCount: table.responseCount,
  createdDate: table.createdAt,
  updatedDate: table.updatedAt,
})

export const listSurveys = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const params = listParams(c)
  const now = new Date(clock())
  const from = dateBound(c.req.query("startDate"), config.timeZone)
  const to = dateBound(c.req.query("endDate"), config.timeZone, 1)
  const where = and(
    visibleSurveys(c.get("actor")),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.type, c.req.query("type")),
    ownerFilter(table.tenantId, c.req.query("tenantId")),
    from && sql`(${table.endDate} is null or ${table.endDate} >= ${from})`,
    to && sql`(${table.startDate} is null or ${table.startDate} < ${to})`,
  )
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectSurveyItems(db).$dynamic(),
    { params, table, where, sorts: surveySorts(now) },
    { sql: surveyStatus, status: statusParam(statuses, c.req.query("status")), now },
  )
  return ok(c, { surveys: rows.map(row => presentSurveyItem(row, clock())), ...totals })
}
