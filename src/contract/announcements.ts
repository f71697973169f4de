import { codes } from "../core/codes"
import { derivedStatus } from "../core/derived-status"
import * as field from "../core/fields"
import { after } from "../core/rules"
import { type OwnedMembers, ownedFields, recordReader } from "./record"

/** Announcements: record, codes, rules and status (docs/contract.md#announcements). */

/** Values of `type`. */
export const kinds = codes("general", "campaign", "event", "urgent")
export const statuses = codes("draft", "published", "archived", "scheduled", "expired")
export type Status = (typeof statuses.names)[number]

/**
 * The writable members, in the order of the form. "" as start means on publishing, as end no end. `status`: written 0 draft,
 * 2 archived, any other number published; read the derived status.
 */
export const fields = {
  title: field.text(200, "announcement.required"),
  type: field.code(kinds, "general", { isRequired: true }),
  description: field.text(2000, "announcement.required"),
  body: field.text(10_000, "announcement.required"),
  startDate: field.instantAt(),
  endDate: field.instantAt(),
  tenantIds: field.companies(),
  departmentIds: field.departments(),
  status: field.code(statuses, "draft"),
  media: field.pictures(),
}

export type AnnouncementDraft = field.DraftOf<typeof fields>
export const { blank, rules, draftOf } = field.draftsOf(fields, { endDate: after("startDate", "rule.endBeforeStart") })

/** What the server adds. */
export const added = { approval: field.name() }

/** An announcement as the API returns it. `status` is the one at the time of the answer. */
export type Announcement = AnnouncementDraft & OwnedMembers & field.DraftOf<typeof added>

/** The stored part of the status; the status is derived from it, the dates and the current time. */
export type Intent = "draft" | "published" | "archived"

/** An announcement is expired from the instant of `endDate` on (docs/contract.md#announcement-status). */
export const status = derivedStatus<Status, Intent>(statuses, "published", {
  draft: [{ intent: "draft" }],
  published: [{ intent: "published", begun: true, over: false }],
  archived: [{ intent: "archived" }],
  scheduled: [{ intent: "published", begun: false, over: false }],
  expired: [{ intent: "published", over: true }],
})
export const { intentOf, at: statusAt, of: statusOf } = status

/** Reads an announcement from the wire. */
export const announcementOf = recordReader<Announcement>(fields, { ...ownedFields, ...added })

/** Returns the body of a create or update call; a missing date is null on the wire. */
export const bodyOf = (draft: AnnouncementDraft) => ({
  ...draft,
  startDate: draft.startDate || null,
  endDate: draft.endDate || null,
})
