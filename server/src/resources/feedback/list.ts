import { and, sql } from "drizzle-orm"
import { z } from "zod"
import { attentionReasons } from "../../../../src/contract/attention"
import { statuses } from "../../../../src/contract/feedback"
import { feedbacks as table } from "../../db/schema"
import { storedStatus } from "../../db/status"
import { codeFilter, dateBound, idFilter, type ListFilters, ownerFilter, type Within } from "../../http/list"
import { id } from "../../kinds/answer-shape"
import { attentionFilter } from "../../kinds/attention"
import { feedback } from "../../kinds/feedback"
import { dueDate, isOverdue } from "../../kinds/feedback-times"
import { day, number } from "../../records/call"
import { listCall } from "../crud"

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

export const feedbackList = listCall(
  {
    entity: "feedback",
    table,
    owner: feedback.owner,
    select: feedback.selectItems,
    present: feedback.presentItem,
    value: feedback.item,
  },
  {
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
      and(
        feedbackFilters(scope, query),
        query.overdue?.trim() === "true" ? isOverdue(scope.now) : undefined,
        attentionFilter(feedback.attention, { tenantId: table.tenantId, ...scope }, query.attention),
      ),
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
      attention: z.enum(attentionReasons.feedback),
    },
  },
)
