import { and, sql } from "drizzle-orm"
import { z } from "zod"
import { statuses } from "../../../../src/contract/feedback"
import { feedbacks as table } from "../../db/schema"
import { storedStatus } from "../../db/status"
import { codeFilter, dateBound, idFilter, type ListFilters, ownerFilter, type Within } from "../../http/list"
import { id } from "../../kinds/answer-shape"
import { feedback } from "../../kinds/feedback"
import { dueDate, isOverdue } from "../../kinds/feedback-times"
import { day, number } from "../../routes/schemas"
import { listRoute } from "../record-routes"

/** Feedback that was given in the period. */
export const feedbackWithin: Within = (from, to) =>
  and(from && sql`${table.createdAt} >= ${from}`, to && sql`${table.createdAt} < ${to}`)

/** The list's condition without keyword and status. */
export const feedbackFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    feedback.visible(actor),
    codeFilter(table.type, query.type),
    codeFilter(table.priority, query.priority),
    codeFilter(table.category, query.category),
    ownerFilter(table.tenantId, query.tenantId),
    idFilter(table.assignedTo, query.assignedTo),
    feedbackWithin(dateBound(query.createdFrom, zone), dateBound(query.createdTo, zone, 1)),
  )

export const list = listRoute(feedback, {
  sorts: () => ({
    subject: table.sortName,
    type: table.type,
    priority: table.priority,
    category: table.category,
    status: table.status,
    createdDate: table.createdAt,
    updatedDate: table.updatedAt,
    dueDate,
  }),
  filters: (scope, query) =>
    and(feedbackFilters(scope, query), query.overdue?.trim() === "true" ? isOverdue(scope.now) : undefined),
  status: { sql: storedStatus(table.status), codes: statuses },
  query: {
    type: number,
    priority: number,
    category: number,
    tenantId: id,
    assignedTo: id,
    createdFrom: day,
    createdTo: day,
    overdue: z.enum(["true"]),
  },
})
