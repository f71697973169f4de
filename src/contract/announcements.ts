import { type Code, codes } from "../core/codes"
import type { Media } from "../core/media"
import { after, instant, maxLength, type Rules, required } from "../core/rules"
import { type OwnedMembers, orderedMedia, ownedDefaults, pick, withDefaults } from "./record"

/** Announcements: record, codes, rules and status (docs/contract.md#announcements). */

/** Values of `type`. */
export const kinds = codes("general", "campaign", "event", "urgent")
export const statuses = codes("draft", "published", "archived", "scheduled", "expired")
export type Status = (typeof statuses.names)[number]

/** The writable members. Dates are instants (ISO 8601, UTC); "" as start means on publishing, as end no end. */
export type AnnouncementDraft = {
  title: string
  description: string
  body: string
  type: Code
  startDate: string
  endDate: string
  tenantIds: string[]
  departmentIds: string[]
  /** Written: 0 draft, 2 archived, any other number published. Read: the derived status. */
  status: Code
  media: Media[]
}

/** An announcement as the API returns it. `status` is the one at the time of the answer. */
export type Announcement = AnnouncementDraft & OwnedMembers

/** The stored part of the status; the status is derived from it, the dates and the current time. */
export type Intent = "draft" | "published" | "archived"

/** Returns the intent that a written status stands for. */
export const intentOf = (status: Code): Intent => {
  const name = statuses.name(status)
  return name === "draft" || name === "archived" ? name : "published"
}

/**
 * Returns the number of the status that an announcement has at `now`. It is expired from the instant of `endDate` on
 * (docs/contract.md#announcement-status).
 * @param now epoch ms
 */
export const statusAt = (
  { intent, startDate, endDate }: { intent: Intent; startDate: string | null; endDate: string | null },
  now: number,
): number => {
  if (intent !== "published") return statuses.value(intent)
  if (now >= Date.parse(endDate ?? "")) return statuses.value("expired")
  return statuses.value(now < Date.parse(startDate ?? "") ? "scheduled" : "published")
}

export const rules: Rules<AnnouncementDraft> = {
  title: [required("announcement.required"), maxLength(200)],
  description: [required("announcement.required"), maxLength(2000)],
  body: [required("announcement.required"), maxLength(10_000)],
  startDate: instant,
  endDate: [instant, after("startDate", "rule.endBeforeStart")],
}

/** An empty draft. The order of the members is that of the form, and of its error summary. */
export const blank: AnnouncementDraft = {
  title: "",
  type: 0,
  description: "",
  body: "",
  startDate: "",
  endDate: "",
  tenantIds: [],
  departmentIds: [],
  status: 0,
  media: [],
}

/** Returns the status that a draft would have if it were saved at `now` (epoch ms); an unknown or missing status is unchanged. */
export const statusOf = (
  { status, startDate, endDate }: Pick<AnnouncementDraft, "status" | "startDate" | "endDate">,
  now: number,
): Code => (statuses.name(status) ? statusAt({ intent: intentOf(status), startDate, endDate }, now) : status)

/** Reads an announcement from the wire. */
export const announcementOf = withDefaults<Announcement>({ ...blank, ...ownedDefaults }, { type: kinds, status: statuses })

/** Returns the draft that edits an announcement. */
export const draftOf = (announcement: Announcement): AnnouncementDraft => ({
  ...pick<AnnouncementDraft>(blank, announcement),
  media: orderedMedia(announcement.media),
})

/** Returns the body of a create or update call; a missing date is null on the wire. */
export const bodyOf = (draft: AnnouncementDraft) => ({
  ...draft,
  startDate: draft.startDate || null,
  endDate: draft.endDate || null,
})
