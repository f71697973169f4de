import { and, eq, isNull, notInArray, type SQL, sql } from "drizzle-orm"
import { awaitsAnswer, dueDateOf, type FeedbackTimes, responseHours, statuses } from "../../../src/contract/feedback"
import { type FeedbackRow, feedbacks as table } from "../db/schema"

/** Due times of feedback (docs/contract.md#feedback-times). */

const minuteMs = 60_000

const minutesUntil = (from: Date, to: Date | null) =>
  to === null ? null : Math.max(0, Math.round((to.getTime() - from.getTime()) / minuteMs))

type TimedRow = Pick<FeedbackRow, "priority" | "status" | "createdAt" | "resolvedAt" | "firstResponseAt">

/** @param now epoch ms */
export const timesOf = ({ priority, status, createdAt, resolvedAt, firstResponseAt }: TimedRow, now: number): FeedbackTimes => {
  const firstResponseMinutes = minutesUntil(createdAt, firstResponseAt)
  const due = awaitsAnswer({ status, firstResponseMinutes })
    ? dueDateOf({ priority, createdDate: createdAt.toISOString() })
    : null
  return {
    dueDate: due,
    isOverdue: due !== null && Date.parse(due) < now,
    firstResponseMinutes,
    resolutionMinutes: minutesUntil(createdAt, resolvedAt),
  }
}

const hours = sql`(array[${sql.join(
  responseHours.map(hours => sql`${hours}::int`),
  sql`, `,
)}])[${table.priority} + 1]`

const isUnresolved = notInArray(table.status, [statuses.value("resolved"), statuses.value("rejected")])

const isOpen = and(isNull(table.firstResponseAt), isUnresolved)

/** Feedback that is assigned to a person and not closed. */
export const isMine = (userId: string) => and(eq(table.assignedTo, userId), isUnresolved)

const dueAt = sql`${table.createdAt} + make_interval(hours => ${hours})`

/** `dueDate`, for sorting: null where no answer is due. */
export const dueDate = sql`case when ${isOpen} then ${dueAt} end`

/** `isOverdue`, in SQL. */
export const isOverdue = (now: Date): SQL => sql`(${isOpen} and ${dueAt} < ${now.toISOString()}::timestamptz)`
