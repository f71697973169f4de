import { z } from "zod"
import * as announcement from "../../../../src/contract/announcements"
import { omitFields } from "../../../../src/core/fields"
import type { Database } from "../../db/open"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { bodyShape, mergeDraft, refuseInvalidDraft, storedFields } from "../../records/fields"

/** The body of an announcement, and the columns that it fills (docs/contract.md#announcement-record). */
const { fields, statuses, intentOf } = announcement
export const stored = storedFields("announcement", omitFields(fields, "status"))

export const announcementBody = z.object(bodyShape(fields))
export const announcementChange = announcementBody.partial().extend({ announcementId: z.string() })

type Row = RowOf<"announcement">
type Given = Partial<z.infer<typeof announcementBody>>

/** A stored announcement as a draft, with which a change is merged. */
export const storedDraft = (row: Row) => ({ ...stored.draft(row), status: statuses.value(row.intent) })

/** The columns of a new announcement, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
export const announcementColumns = async (db: Database, actor: Actor, given: Given, row?: Row) => {
  const draft = mergeDraft(fields, row && storedDraft(row), given)
  await refuseInvalidDraft(db, actor, "announcement", announcement, draft, row)
  return { ...stored.columns(draft), intent: intentOf(draft.status) }
}
