import { and, sql } from "drizzle-orm"
import type { z } from "zod"
import * as announcement from "../../../src/contract/announcements"
import type { Wire } from "../../../src/contract/wire"
import { announcements as table } from "../db/schema"
import { derivedStatus } from "../db/status"
import { codeFilter, dateBound, type ListFilters, overlapping, ownerFilter } from "../http/list"
import { approvalOf, approvalReasons } from "../kinds/approval-state"
import type { Reasons } from "../kinds/attention"
import { number, owner, period } from "../records/call"
import { ownedKind } from "../records/owned-kind"
import { crud, listOf } from "./crud"

/** Announcements: calls, body, columns, status and answer (docs/contract.md#announcement-calls). */
const { status, statuses } = announcement

const kind = ownedKind("announcement", announcement, {
  names: { approval: approvalOf("announcement", table.id) },
  draft: ({ intent }) => ({ status: status.writtenOf(intent) }),
  columns: draft => ({ intent: status.intentOf(draft.status) }),
  members: ({ intent }, dates, now) => ({ status: status.at({ intent, ...dates }, now) }),
})
export const { storedDraft, visible: visibleAnnouncements, records: announcementRecords } = kind

export const announcementStatus = derivedStatus(status, table)

/** Published announcements that expire soon. */
export const announcementAttention: Reasons<"announcements"> = {
  ...approvalReasons("announcement", table.id),
  ending: ({ now, soon }) => sql`${table.intent} = 'published' and (${table.startDate} is null or ${table.startDate} <= ${now})
    and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}`,
}

/** Announcements that are shown on a day of the period. */
export const announcementsWithin = overlapping(table.startDate, table.endDate)

/** The list's condition without keyword and status. */
export const announcementFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleAnnouncements(actor),
    codeFilter(table.type, query.type),
    ownerFilter(table.tenantId, query.tenantId),
    announcementsWithin(dateBound(query.startDate, zone), dateBound(query.endDate, zone, 1)),
  )

export const announcements = crud({
  ...kind,
  value: kind.value satisfies z.ZodType<Wire<announcement.Announcement>>,
  list: listOf(kind, {
    sorts: now => ({
      title: table.sortName,
      type: table.type,
      status: announcementStatus.expression(now),
      startDate: table.startDate,
      endDate: table.endDate,
      createdDate: table.createdAt,
      updatedDate: table.updatedAt,
    }),
    filters: announcementFilters,
    attention: announcementAttention,
    status: { sql: announcementStatus, codes: statuses },
    query: { ...owner, ...period, type: number },
  }),
  idMember: "announcementId",
  example: {
    title: "Bahar kampanyası",
    description: "Tüm çalışanlara",
    startDate: "2026-04-01T00:00:00Z",
    endDate: "2026-05-01T00:00:00Z",
    body: "Servis saatleri değişiyor.",
    type: 0,
    status: 1,
  },
})
