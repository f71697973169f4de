import { type Code, codes } from "../core/codes"
import { after, instant, maxLength, type Rules, required } from "../core/rules"
import { type Media, orderedMedia, pick, type Stored, storedDefaults, withDefaults } from "./record"

/** The words of announcements, shared by console and API (S3, decisions §5). */
export const kinds = codes("general", "campaign", "event", "urgent")
export const statuses = codes("draft", "published", "archived", "scheduled", "expired")
export type Status = (typeof statuses.names)[number]

/** What is written on the wire. Dates are instants (ISO UTC), "" for none: at once, and for good. */
export type AnnouncementDraft = {
  title: string
  description: string
  body: string
  type: Code
  startDate: string
  endDate: string
  tenantIds: string[]
  departmentIds: string[]
  /** 0 keeps a draft, 2 archives, any other publishes; reads give the derived number. */
  status: Code
  media: Media[]
}

/** What is read. `status` is derived by the server at the time of the answer. */
export type Announcement = AnnouncementDraft & Stored

/** Stored is what was wanted; what is shown follows from it, the dates and the time. */
export type Intent = "draft" | "published" | "archived"

export const intentOf = (status: Code): Intent => {
  const name = statuses.name(status)
  return name === "draft" || name === "archived" ? name : "published"
}

/**
 * The one status of an announcement at a time: what was published waits for its start and expires at its end, which
 * belongs to the time after it.
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

/** Members stand in the order of the form: so do its errors. */
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

/** The status that a draft would have if it were saved now. */
export const statusOf = (
  { status, startDate, endDate }: Pick<AnnouncementDraft, "status" | "startDate" | "endDate">,
  now: number,
) => statusAt({ intent: intentOf(status), startDate, endDate }, now)

/** Reads an announcement as a server sent it. */
export const announcementOf = withDefaults<Announcement>({ ...blank, ...storedDefaults }, { type: kinds, status: statuses })

/** The draft that edits an announcement. */
export const draftOf = (announcement: Announcement): AnnouncementDraft => ({
  ...pick<AnnouncementDraft>(blank, announcement),
  media: orderedMedia(announcement.media),
})

/** The body of a create or an update: a missing date is null on the wire. */
export const bodyOf = (draft: AnnouncementDraft) => ({
  ...draft,
  startDate: draft.startDate || null,
  endDate: draft.endDate || null,
})
