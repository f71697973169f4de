import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/feedback"
import { feedbacks as table } from "../../db/schema"
import { storedStatus } from "../../db/status"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, idFilter, keywordFilter, statusParam } from "../../http/list"
import { listParams } from "../../http/request"
import { readPageByStatus } from "../../records/list"
import { presentFeedbackItem, selectFeedbackItems, visibleFeedback } from "./output"

export const feedbackSorts = {
  subject: sql`fold_tr(${table.subject})`,
  type: table.type,
  priority: table.priority,
  category: table.category,
  status: table.status,
  createdDate: table.createdAt,
  updatedDate: table.updatedAt,
}

export const listFeedback = async (c: Context<Env>) => {
  const { db, clock } = c.get("deps")
  const params = listParams(c)
  const where = and(
    visibleFeedback(c.get("actor")),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.type, c.req.query("type")),
    codeFilter(table.priority, c.req.query("priority")),
    codeFilter(table.category, c.req.query("category")),
    idFilter(table.tenantId, c.req.query("tenantId")),
    idFilter(table.assignedTo, c.req.query("assignedTo")),
  )
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectFeedbackItems(db).$dynamic(),
    { params, table, where, sorts: feedbackSorts },
    { sql: storedStatus(table.status), status: statusParam(statuses, c.req.query("status")), now: new Date(clock()) },
  )
  return ok(c, { feedbacks: rows.map(presentFeedbackItem), ...totals })
}
