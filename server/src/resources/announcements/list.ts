import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/announcements"
import { announcements as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, dateBound, keywordFilter, ownerFilter, statusParam } from "../../http/list"
import { listParams } from "../../http/request"
import { readPageByStatus } from "../../records/list"
import { presentAnnouncement, selectAnnouncements, visibleAnnouncements } from "./output"
import { announcementStatus } from "./status"

export const announcementSorts = (now: Date) => ({
  title: sql`fold_tr(${table.title})`,
  type: table.type,
  status: announcementStatus.expression(now),
  startDate: table.startDate,
  endDate: table.endDate,
  createdDate: table.createdAt,
  updatedDate: table.updatedAt,
})

export const listAnnouncements = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const from = dateBound(c.req.query("startDate"), config.timeZone)
  const to = dateBound(c.req.query("endDate"), config.timeZone, 1)
  const where = and(
    visibleAnnouncements(actor),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.type, c.req.query("type")),
    ownerFilter(table.tenantId, c.req.query("tenantId")),
    from && sql`(${table.endDate} is null or ${table.endDate} >= ${from})`,
    to && sql`(${table.startDate} is null or ${table.startDate} < ${to})`,
  )
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectAnnouncements(db).$dynamic(),
    { params, table, where, sorts: announcementSorts(now) },
    { sql: announcementStatus, status: statusParam(statuses, c.req.query("status")), now },
  )
  return ok(c, { announcements: rows.map(row => presentAnnouncement(row, actor, clock())), ...totals })
}
