import { and, desc, eq, sql } from "drizzle-orm"
import { Hono } from "hono"
import { statuses } from "../../../../src/contract/announcements"
import { staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { announcements as table } from "../../db/schema"
import { statusCounts, statusParam, totalOf } from "../../db/status-counts"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { dayEdge, hasCode, holds, orderOf } from "../../http/list"
import { listParams, readChange, readValid } from "../../http/request"
import { records } from "../../records/records"
import { uploadImage } from "../media/routes"
import { announcementBody, announcementChange, announcementColumns, standing } from "./input"
import { hasStatus, present, statusSql, visible } from "./output"

/** S7 Announcements. */
export const announcements = new Hono<Env>()

type Row = typeof table.$inferSelect

announcements.get("/announcement/list", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const status = statusParam(statuses, c.req.query("status"))
  const from = dayEdge(c.req.query("startDate"), config.timeZone)
  const to = dayEdge(c.req.query("endDate"), config.timeZone, 1)

  const filters = and(
    visible(actor),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.type, c.req.query("type")),
    from && sql`(${table.endDate} is null or ${table.endDate} >= ${from})`,
    to && sql`(${table.startDate} is null or ${table.startDate} < ${to})`,
  )
  const order = orderOf(
    params,
    {
      title: sql`fold_tr(${table.title})`,
      type: table.type,
      status: statusSql(now),
      startDate: table.startDate,
      endDate: table.endDate,
      createdDate: table.createdAt,
      updatedDate: table.updatedAt,
    },
    desc(table.createdAt),
    table.id,
  )
  const rows = await db
    .select()
    .from(table)
    .where(status === undefined ? filters : and(filters, hasStatus(status, now)))
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const counts = await statusCounts(db, table, statusSql(now), filters)
  return ok(c, {
    announcements: rows.map(row => present(row, actor, clock())),
    totalCount: totalOf(counts, status),
    statusCounts: counts,
  })
})

const kept = records({
  entity: "announcement",
  find: async (db, actor, id, now) => {
    const [row] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), visible(actor)))
    return row && { row, value: present(row, actor, now) }
  },
})

announcements.get("/announcement/:id", bearer, staff, kept.get)

announcements.post("/announcement/create", bearer, staff, async c => {
  const given = await readValid(c, announcementBody)
  return kept.create(c, given, await announcementColumns(c.get("deps").db, c.get("actor"), given))
})

announcements.put("/announcement/update", bearer, staff, async c => {
  const { announcementId = "", ...given } = await readChange(c, announcementChange)
  return kept.update(c, announcementId.toLowerCase(), (stored, tx) => {
    const row = stored as Row & typeof stored
    return announcementColumns(tx, c.get("actor"), { ...standing(row), ...given }, row)
  })
})

announcements.delete("/announcement/delete/:id", bearer, staff, c => kept.remove(c))

announcements.post("/announcement/media", bearer, staff, uploadImage)
