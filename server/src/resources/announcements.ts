import { and, eq, isNull, sql } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import * as announcement from "../../../src/contract/announcements"
import { ownedFields } from "../../../src/contract/record"
import type { Wire } from "../../../src/contract/wire"
import { omitFields } from "../../../src/core/fields"
import { readable } from "../auth/policy"
import type { Database } from "../db/open"
import { announcements as table, tenants } from "../db/schema"
import { derivedStatus } from "../db/status"
import type { Actor } from "../http/context"
import { codeFilter, dateBound, type ListFilters, ownerFilter, type Within } from "../http/list"
import { answerShape, named } from "../records/answer-shape"
import type { Reasons } from "../records/attention"
import { number, owner, period } from "../records/call"
import type { RowOf } from "../records/entities"
import { bodyShape, mergeDraft, refuseInvalidDraft, storedFields } from "../records/fields"
import { findIn, records } from "../records/records"
import { ownedMembers } from "../records/stored-members"
import { crud, listOf } from "./crud"

/** Announcements: calls, body, columns, status and answer (docs/contract.md#announcement-calls). */
const { fields, intentOf, statusAt, statuses } = announcement
const stored = storedFields("announcement", omitFields(fields, "status"))

type Row = RowOf<"announcement">

const body = z.object(bodyShape(fields))

/** A stored announcement as a draft, with which a change is merged. */
export const storedDraft = (row: Row) => ({ ...stored.draft(row), status: statuses.value(row.intent) })

/** @throws Refusal 400 naming every invalid field */
const columns = async (db: Database, actor: Actor, given: Partial<z.infer<typeof body>>, row?: Row) => {
  const draft = mergeDraft(fields, row && storedDraft(row), given)
  await refuseInvalidDraft(db, actor, "announcement", announcement, draft, row)
  return { ...stored.columns(draft), intent: intentOf(draft.status) }
}

/** `statusAt` of the contract, in SQL. */
export const announcementStatus = derivedStatus(statuses, now => {
  const isPublished = sql`${table.intent} = 'published'`
  const hasNotEnded = sql`(${table.endDate} is null or ${table.endDate} > ${now})`
  return {
    draft: sql`${table.intent} = 'draft'`,
    published: sql`${isPublished} and ${hasNotEnded} and (${table.startDate} is null or ${table.startDate} <= ${now})`,
    archived: sql`${table.intent} = 'archived'`,
    scheduled: sql`${isPublished} and ${hasNotEnded} and ${table.startDate} > ${now}`,
    expired: sql`${isPublished} and ${table.endDate} <= ${now}`,
  }
})

/** Published announcements that expire soon. */
export const announcementAttention: Reasons<"announcements"> = {
  ending: ({ now, soon }) => sql`${table.intent} = 'published' and (${table.startDate} is null or ${table.startDate} <= ${now})
    and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}`,
}

const select = (db: Database) =>
  db.select({ row: table, tenantName: tenants.name }).from(table).leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleAnnouncements = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** @param now epoch ms, which the status follows from */
const present = ({ row, tenantName }: { row: Row; tenantName: string | null }, actor: Actor, now: number) => {
  const members = stored.members(row)
  return {
    ...members,
    tenantName,
    status: statusAt({ ...members, intent: row.intent }, now),
    ...ownedMembers(row, actor),
  } satisfies Wire<announcement.Announcement>
}

const value = named("Announcement", answerShape("announcement", { ...ownedFields, ...fields })) satisfies z.ZodType<
  Wire<announcement.Announcement>
>

/** Announcements that are shown on a day of the period. */
export const announcementsWithin: Within = (from, to) =>
  and(
    from && sql`(${table.endDate} is null or ${table.endDate} >= ${from})`,
    to && sql`(${table.startDate} is null or ${table.startDate} < ${to})`,
  )

/** The list's condition without keyword and status. */
export const announcementFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleAnnouncements(actor),
    codeFilter(table.type, query.type),
    ownerFilter(table.tenantId, query.tenantId),
    announcementsWithin(dateBound(query.startDate, zone), dateBound(query.endDate, zone, 1)),
  )

export const announcements = crud(new Hono(), "announcement", {
  records: records({ entity: "announcement", find: findIn("announcement", select, visibleAnnouncements, present) }),
  list: listOf({
    table,
    rows: "announcements",
    select,
    present,
    sorts: now => ({
      title: sql`fold_tr(${table.title})`,
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
    item: value,
    query: { ...owner, ...period, type: number },
  }),
  body,
  columns,
  idMember: "announcementId",
  value,
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
