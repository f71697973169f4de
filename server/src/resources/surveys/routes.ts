import { and, desc, eq, sql } from "drizzle-orm"
import { Hono } from "hono"
import { statuses } from "../../../../src/contract/surveys"
import { staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { surveys as table } from "../../db/schema"
import { statusCounts, statusParam, totalOf } from "../../db/status-counts"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { dayEdge, hasCode, holds, orderOf } from "../../http/list"
import { idParam, listParams, readChange, readValid } from "../../http/request"
import { records } from "../../records/records"
import { standing, surveyBody, surveyChange, surveyColumns } from "./input"
import { hasStatus, items, present, presentItem, reportOf, statusSql, visible } from "./output"

/** S7 Surveys. */
export const surveys = new Hono<Env>()

type Row = typeof table.$inferSelect

surveys.get("/survey/list", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const params = listParams(c)
  const now = new Date(clock())
  const status = statusParam(statuses, c.req.query("status"))
  const from = dayEdge(c.req.query("startDate"), config.timeZone)
  const to = dayEdge(c.req.query("endDate"), config.timeZone, 1)

  const filters = and(
    visible(c.get("actor")),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.type, c.req.query("type")),
    from && sql`(${table.endDate} is null or ${table.endDate} >= ${from})`,
    to && sql`(${table.startDate} is null or ${table.startDate} < ${to})`,
  )
  const order = orderOf(
    params,
    {
      title: sql`${table.search}`,
      type: table.type,
      status: statusSql(now),
      startDate: table.startDate,
      endDate: table.endDate,
      responseCount: table.responseCount,
      createdDate: table.createdAt,
      updatedDate: table.updatedAt,
    },
    desc(table.createdAt),
    table.id,
  )
  const rows = await items(db)
    .where(status === undefined ? filters : and(filters, hasStatus(status, now)))
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const counts = await statusCounts(db, table, statusSql(now), filters)
  return ok(c, {
    surveys: rows.map(row => presentItem(row, clock())),
    totalCount: totalOf(counts, status),
    statusCounts: counts,
  })
})

const kept = records({
  entity: "survey",
  find: async (db, actor, id, now) => {
    const [row] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), visible(actor)))
    return row && { row, value: present(row, actor, now) }
  },
})

/** The report is a nested value (S3): one `value` more than elsewhere. */
surveys.get("/survey/report/:id", bearer, staff, async c => {
  const [row] = await c
    .get("deps")
    .db.select()
    .from(table)
    .where(and(eq(table.id, idParam(c)), visible(c.get("actor"))))
  return row ? ok(c, { value: reportOf(row, c.get("language")) }) : refuse({ kind: "missing" })
})

surveys.get("/survey/:id", bearer, staff, kept.get)

surveys.post("/survey/create", bearer, staff, async c => {
  const given = await readValid(c, surveyBody)
  return kept.create(c, given, await surveyColumns(c.get("deps").db, c.get("actor"), given))
})

surveys.put("/survey/update", bearer, staff, async c => {
  const { id = "", ...given } = await readChange(c, surveyChange)
  return kept.update(c, id.toLowerCase(), (stored, tx) => {
    const row = stored as Row & typeof stored
    return surveyColumns(tx, c.get("actor"), { ...standing(row), ...given }, row)
  })
})

surveys.delete("/survey/delete/:id", bearer, staff, c => kept.remove(c))
