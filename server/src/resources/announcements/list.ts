import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/announcements"
import { announcements as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, dateBound, keywordFilter, type ListFilters, ownerFilter, statusParam, type Within } from "../../http/list"
import { listParams } from "../../http/request"
import { attentionFilter } from "../../records/attention"
import { readPageByStatus } from "../../records/list"
import { presentAnnouncement, selectAnnouncements, visibleAnnouncements } from "./output"
import { announcementAttention, announcementStatus } from "./status"

export const announcementSorts = (now: Date) => ({
  title: sql`fold_tr(${table.title})`,
  type: table.type,
  status: announcementStatus.expression(now),
  startDate: table.startDate,
  endDate: table.endDate,
  createdDate: table.createdAt,
  updatedDate: table.updatedAt,
})

/** Announcements that are shown on a day of the period. */
export const announcementsWithin: Within = (from, to) =>
  and(
    from && sql`(${table.endDate} is null or ${table.endDate} >= ${from})`,
    to && sql`(${table.startDate} is null or ${table.startDate} < ${to})`,
  )

/** The list's condition without keyword and status. */
export const announcementFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleAnnouncements(actor),
    codeFilter(table.type, query.type),
    ownerFilter(table.tenantId, query.tenantId),
    announcementsWithin(dateBound(query.startDate, zone), dateBound(query.endDate, zone, 1)),
  )

export const listAnnouncements = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const where = and(
    announcementFilters({ actor, zone: config.timeZone }, c.req.query()),
    attentionFilter(announcementAttention, { tenantId: table.tenantId, actor, now }, c.req.query("attention")),
    keywordFilter(table.search, params.keyword),
  )
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectAnnouncements,
    { params, table, where, sorts: announcementSorts(now) },
    { sql: announcementStatus, status: statusParam(statuses, c.req.query("status")), now },
  )
  return ok(c, { announcements: rows.map(row => presentAnnouncement(row, actor, clock())), ...totals })
}
