import { and, sql } from "drizzle-orm"
import type { Context } from "hono"
import { statuses } from "../../../../src/contract/feedback"
import { feedbacks as table } from "../../db/schema"
import { storedStatus } from "../../db/status"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import {
  codeFilter,
  dateBound,
  idFilter,
  keywordFilter,
  type ListFilters,
  ownerFilter,
  statusParam,
  type Within,
} from "../../http/list"
import { listParams } from "../../http/request"
import { readPageByStatus } from "../../records/list"
import { presentFeedbackItem, selectFeedbackItems, visibleFeedback } from "./output"
import { dueDate, isOverdue } from "./times"

export const feedbackSorts = {
  subject: sql`fold_tr(${table.subject})`,
  type: table.type,
  priority: table.priority,
  category: table.category,
  status: table.status,
  createdDate: table.createdAt,
  updatedDate: table.updatedAt,
  dueDate,
}

/** Feedback that was given in the period. */
export const feedbackWithin: Within = (from, to) =>
  and(from && sql`${table.createdAt} >= ${from}`, to && sql`${table.createdAt} < ${to}`)

/** The list's condition without keyword and status. */
export const feedbackFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleFeedback(actor),
    codeFilter(table.type, query.type),
    codeFilter(table.priority, query.priority),
    codeFilter(table.category, query.category),
    ownerFilter(table.tenantId, query.tenantId),
    idFilter(table.assignedTo, query.assignedTo),
    feedbackWithin(dateBound(query.createdFrom, zone), dateBound(query.createdTo, zone, 1)),
  )

export const listFeedback = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const params = listParams(c)
  const now = new Date(clock())
  const where = and(
    feedbackFilters({ actor: c.get("actor"), zone: config.timeZone }, c.req.query()),
    keywordFilter(table.search, params.keyword),
    c.req.query("overdue")?.trim() === "true" ? isOverdue(now) : undefined,
  )
  const { rows, ...totals } = await readPageByStatus(
    db,
    selectFeedbackItems,
    { params, table, where, sorts: feedbackSorts },
    { sql: storedStatus(table.status), status: statusParam(statuses, c.req.query("status")), now },
  )
  return ok(c, { feedbacks: rows.map(row => presentFeedbackItem(row, clock())), ...totals })
}
