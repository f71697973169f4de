import { z } from "zod"
import { type AnnouncementDraft, intentOf, kinds, statuses } from "../../../src/modules/announcements/model"
import { badPicture, code, codeOr, ids, moment, pictures, trimmed } from "../body"
import type { Database } from "../db"
import { type Actor, reachOf } from "../policy"
import { refuseBroken, unknownCompany, unknownDepartment } from "../references"

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

export const announcementUpdate = announcementBody.extend({ announcementId: z.string() })

type Offered = Pick<AnnouncementDraft, "tenantIds" | "departmentIds">

/** @param before whom it is for already: the platform may have chosen them. @throws Refusal naming each field */
export const checkReferences = async (db: Database, actor: Actor, given: AnnouncementDraft, before?: Offered) =>
  refuseBroken({
    tenantIds: await unknownCompany(db, reachOf(actor), given.tenantIds, before?.tenantIds),
    departmentIds: await unknownDepartment(db, reachOf(actor), given.departmentIds, before?.departmentIds),
    media: badPicture(given.media),
  })

export const columnsOf = (given: AnnouncementDraft) => ({
  title: given.title,
  description: given.description,
  body: given.body,
  type: given.type,
  intent: intentOf(given.status),
  startDate: given.startDate ? new Date(given.startDate) : null,
  endDate: given.endDate ? new Date(given.endDate) : null,
  tenantIds: given.tenantIds,
  departmentIds: given.departmentIds,
  media: given.media,
})
