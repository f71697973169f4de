import { and, desc, eq, sql } from "drizzle-orm"
import { Hono } from "hono"
import { statuses } from "../../../../src/contract/draws"
import { staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { draws as table } from "../../db/schema"
import { statusCounts, statusParam, totalOf } from "../../db/status-counts"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { dayEdge, hasId, holds, orderOf } from "../../http/list"
import { listParams, readChange, readValid } from "../../http/request"
import { records } from "../../records/records"
import { companyFor, refuseField } from "../../records/references"
import { uploadImage } from "../media/routes"
import { drawBody, drawChange, drawColumns, standing } from "./input"
import { hasStatus, joined, joinedItems, present, presentItem, statusSql, visible } from "./output"

/** S7 Draws. */
export const draws = new Hono<Env>()

type Row = typeof table.$inferSelect

draws.get("/draw/list", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const params = listParams(c)
  const now = new Date(clock())
  const status = statusParam(statuses, c.req.query("status"))
  const from = dayEdge(c.req.query("startDate"), config.timeZone)
  const to = dayEdge(c.req.query("endDate"), config.timeZone, 1)

  const filters = and(
    visible(c.get("actor")),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasId(table.departmentId, c.req.query("departmentId")),
    hasId(table.tenantId, c.req.query("tenantId")),
    from && sql`${table.endDate} >= ${from}`,
    to && sql`${table.startDate} < ${to}`,
  )
  const order = orderOf(
    params,
    {
      title: sql`${table.search}`,
      startDate: table.startDate,
      endDate: table.endDate,
      drawDate: table.drawDate,
      method: table.method,
      eligibility: table.eligibility,
      status: statusSql(now),
      createdDate: table.createdAt,
      updatedDate: table.updatedAt,
    },
    desc(table.createdAt),
    table.id,
  )
  const rows = await joinedItems(db)
    .where(status === undefined ? filters : and(filters, hasStatus(status, now)))
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const counts = await statusCounts(db, table, statusSql(now), filters)
  return ok(c, {
    draws: rows.map(row => presentItem(row, clock())),
    totalCount: totalOf(counts, status),
    statusCounts: counts,
  })
})

const kept = records({
  entity: "draw",
  find: async (db, actor, id, now) => {
    const [found] = await joined(db).where(and(eq(table.id, id), visible(actor)))
    return found && { row: found.draw, value: present(found, now) }
  },
})

draws.get("/draw/:id", bearer, staff, kept.get)

draws.post("/draw/create", bearer, staff, async c => {
  const given = await readValid(c, drawBody)
  const { db } = c.get("deps")
  const tenantId = await companyFor(db, c.get("actor"), given.tenantId || null)
  if (tenantId === null) return refuseField("tenantId", "draw.companyRequired")
  return kept.create(c, given, await drawColumns(db, { ...given, tenantId }))
})

draws.put("/draw/update", bearer, staff, async c => {
  const { id = "", ...given } = await readChange(c, drawChange)
  return kept.update(c, id.toLowerCase(), (stored, tx) => {
    const row = stored as Row & typeof stored
    if (row.intent === "drawn") return refuse({ kind: "conflict", key: "draw.drawnFixed" })
    return drawColumns(tx, { ...standing(row), ...given }, row)
  })
})

/** What people may have seen is cancelled, not deleted (decisions §6). */
draws.delete("/draw/delete/:id", bearer, staff, c =>
  kept.remove(c, async (_, row) => {
    if (row.intent !== "draft") refuse({ kind: "conflict", key: "draw.draftsOnly" })
  }),
)

draws.post("/draw/media", bearer, staff, uploadImage)
