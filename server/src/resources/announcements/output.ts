import { and, isNull, type SQL, sql } from "drizzle-orm"
import { statusAt, statuses } from "../../../../src/contract/announcements"
import { offeredTo, readable } from "../../auth/policy"
import { announcements as table } from "../../db/schema"
import type { Actor } from "../../http/context"

/** A stored announcement: who sees it, what leaves of it, and its status as a condition. */
type Row = typeof table.$inferSelect

export const present = (row: Row, actor: Actor, now: number) => {
  const dates = { startDate: row.startDate?.toISOString() ?? null, endDate: row.endDate?.toISOString() ?? null }
  return {
    id: row.id,
    tenantId: row.tenantId,
    title: row.title,
    description: row.description,
    body: row.body,
    type: row.type,
    ...dates,
    status: statusAt({ intent: row.intent, ...dates }, now),
    tenantIds: offeredTo(actor, row),
    departmentIds: row.departmentIds,
    media: row.media,
    createdDate: row.createdAt.toISOString(),
    updatedDate: row.updatedAt.toISOString(),
  }
}

export const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** The derived status in SQL; a property test holds it to `statusAt`. */
export const statusSql = (now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  const value = (name: (typeof statuses.names)[number]) => sql.raw(String(statuses.value(name)))
  return sql<number>`case when ${table.intent} = 'draft' then ${value("draft")}
    when ${table.intent} = 'archived' then ${value("archived")}
    when ${table.endDate} <= ${at} then ${value("expired")}
    when ${table.startDate} > ${at} then ${value("scheduled")}
    else ${value("published")} end`
}

/** The same as conditions, which indexes serve. */
export const hasStatus = (status: number, now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  const isOut = sql`${table.intent} = 'published'`
  const hasNotEnded = sql`(${table.endDate} is null or ${table.endDate} > ${at})`
  switch (statuses.name(status)) {
    case "draft":
      return sql`${table.intent} = 'draft'`
    case "archived":
      return sql`${table.intent} = 'archived'`
    case "expired":
      return sql`${isOut} and ${table.endDate} <= ${at}`
    case "scheduled":
      return sql`${isOut} and ${hasNotEnded} and ${table.startDate} > ${at}`
    case "published":
      return sql`${isOut} and ${hasNotEnded} and (${table.startDate} is null or ${table.startDate} <= ${at})`
    default:
      return sql`false`
  }
}
