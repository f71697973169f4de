import { and, isNull } from "drizzle-orm"
import { type Announcement, statusAt } from "../../../../src/contract/announcements"
import type { Wire } from "../../../../src/contract/wire"
import { offeredTo, readable } from "../../auth/policy"
import { announcements as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"

/** A stored announcement: who may read it, and the members of the answer. */
export const visibleAnnouncements = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** @param now epoch ms, which the status follows from */
export const presentAnnouncement = (row: RowOf<"announcement">, actor: Actor, now: number) => {
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
  } satisfies Wire<Announcement>
}
