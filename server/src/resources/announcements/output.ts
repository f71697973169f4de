import { and, eq, isNull } from "drizzle-orm"
import { type Announcement, statusAt } from "../../../../src/contract/announcements"
import type { Wire } from "../../../../src/contract/wire"
import { offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { announcements as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { storedMembers } from "../../records/stored-members"
import { stored } from "./input"

/** A stored announcement with the name of its owner: who may read it, and the members of the answer. */
type Joined = { announcement: RowOf<"announcement">; tenantName: string | null }

export const selectAnnouncements = (db: Database) =>
  db.select({ announcement: table, tenantName: tenants.name }).from(table).leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleAnnouncements = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** @param now epoch ms, which the status follows from */
export const presentAnnouncement = ({ announcement: row, tenantName }: Joined, actor: Actor, now: number) => {
  const members = stored.members(row)
  return {
    ...members,
    tenantName,
    status: statusAt({ ...members, intent: row.intent }, now),
    tenantIds: offeredTo(actor, row),
    ...storedMembers(row),
  } satisfies Wire<Announcement>
}
