import { z } from "zod"
import { type AnnouncementDraft, intentOf, kinds, rules, statuses } from "../../../../src/contract/announcements"
import { validate } from "../../../../src/core/rules"
import { reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import type { announcements as table } from "../../db/schema"
import { badPicture, code, codeOr, ids, moment, pictures, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import { refuseBroken, unknownCompany, unknownDepartment } from "../../records/references"

/** What may enter as an announcement (S3, decisions §5), what it points at, and the columns that it fills. */
export const announcementBody = z.object({
  title: trimmed,
  description: trimmed,
  body: trimmed,
  type: code(kinds),
  startDate: moment,
  endDate: moment,
  tenantIds: ids(),
  departmentIds: ids(),
  status: codeOr(statuses, 0),
  media: pictures,
}) satisfies z.ZodType<AnnouncementDraft>

export const announcementChange = announcementBody.extend({ announcementId: z.string(), type: code(kinds).optional() })

type Row = typeof table.$inferSelect

/** A stored announcement as it could have come in: a change names the rest. */
export const standing = (row: Row): AnnouncementDraft => ({
  title: row.title,
  description: row.description,
  body: row.body,
  type: row.type,
  startDate: row.startDate?.toISOString() ?? "",
  endDate: row.endDate?.toISOString() ?? "",
  tenantIds: row.tenantIds,
  departmentIds: row.departmentIds,
  status: statuses.value(row.intent),
  media: row.media,
})

/** The columns of a draft. @param row whom it is for already: the platform may have chosen them. @throws Refusal naming each field */
export const announcementColumns = async (db: Database, actor: Actor, draft: AnnouncementDraft, row?: Row) => {
  refuseBroken({
    ...validate(rules, draft),
    tenantIds: await unknownCompany(db, reachOf(actor), draft.tenantIds, row?.tenantIds),
    departmentIds: await unknownDepartment(db, reachOf(actor), draft.departmentIds, row?.departmentIds),
    media: badPicture(draft.media),
  })
  const { status, ...columns } = draft
  return {
    ...columns,
    intent: intentOf(status),
    startDate: draft.startDate ? new Date(draft.startDate) : null,
    endDate: draft.endDate ? new Date(draft.endDate) : null,
  }
}
