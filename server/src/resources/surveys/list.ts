import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/surveys"
import { surveys as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, dateBound, keywordFilter, type ListFilters, ownerFilter, statusParam, type Within } from "../../http/list"
import { listParams } from "../../http/request"
import { attentionFilter } from "../../records/attention"
import { readPageByStatus } from "../../records/list"
import { presentSurveyItem, selectSurveyItems, visibleSurveys } from "./output"
import { surveyAttention, surveyStatus } from "./status"

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

/** Surveys that are open on a day of the period. */
export const surveysWithin: Within = (from, to) =>
  and(
    from && sql`(${table.endDate} is null or ${table.endDate} >= ${from})`,
    to && sql`(${table.startDate} is null or ${table.startDate} < ${to})`,
  )

/** The list's condition without keyword and status. */
export const surveyFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleSurveys(actor),
    codeFilter(table.type, query.type),
    ownerFilter(table.tenantId, query.tenantId),
    surveysWithin(dateBound(query.startDate, zone), dateBound(query.endDate, zone, 1)),
  )

export const listSurveys = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const where = and(
    surveyFilters({ actor, zone: config.timeZone }, c.req.query()),
    attentionFilter(surveyAttention, { tenantId: table.tenantId, actor, now }, c.req.query("attention")),
    keywordFilter(table.search, params.keyword),
  )
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectSurveyItems,
    { params, table, where, sorts: surveySorts(now) },
    { sql: surveyStatus, status: statusParam(statuses, c.req.query("status")), now },
  )
  return ok(c, { surveys: rows.map(row => presentSurveyItem(row, clock())), ...totals })
}
