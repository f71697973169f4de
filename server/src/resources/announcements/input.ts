import { z } from "zod"
import { type AnnouncementDraft, blank, intentOf, kinds, rules, statuses } from "../../../../src/contract/announcements"
import type { Parsed } from "../../../../src/contract/wire"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import { refuseInvalid } from "../../errors/problem"
import { code, codeOr, ids, instant, pictures, picturesError, type Shape, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import type { ColumnsOf, RowOf } from "../../records/entities"
import { referenceErrors } from "../../records/references"

/** The body of an announcement, and the columns that it fills (docs/contract.md#announcement-record). */
export const announcementBody = z.object({
  title: trimmed,
  description: trimmed,
  body: trimmed,
  type: code(kinds),
  startDate: instant,
  endDate: instant,
  tenantIds: ids(),
  departmentIds: ids(),
  status: codeOr(statuses, 0),
  media: pictures,
} satisfies Shape<AnnouncementDraft>)

export const announcementChange = announcementBody.partial().extend({ announcementId: z.string() })

const defaults = blank as Draft

type Draft = Parsed<AnnouncementDraft>
type Row = RowOf<"announcement">
type Columns = ColumnsOf<Omit<AnnouncementDraft, "status">, "announcement"> & Pick<Row, "intent">

/** A stored announcement as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({
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

/** The columns of a new announcement, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
export const announcementColumns = async (db: Database, actor: Actor, given: Partial<Draft>, row?: Row): Promise<Columns> => {
  const draft: Draft = { ...(row ? storedDraft(row) : defaults), ...given }
  refuseInvalid({
    ...validate(rules, draft),
    ...(await referenceErrors(db, "announcement", draft, row, actor)),
    media: picturesError(draft.media),
  })
  const { status, ...columns } = draft
  return {
    ...columns,
    intent: intentOf(status),
    startDate: draft.startDate ? new Date(draft.startDate) : null,
    endDate: draft.endDate ? new Date(draft.endDate) : null,
  }
}
