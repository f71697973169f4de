import { codes } from "../core/codes"
import { after, instant, maxLength, type Rules, required } from "../core/rules"
import type { Media } from "./campaigns"

/** The words of announcements, shared by console and API (S3, decisions §5). */
export const kinds = codes("general", "campaign", "event", "urgent")
export const statuses = codes("draft", "published", "archived", "scheduled", "expired")
export type Status = (typeof statuses.names)[number]

/** What is written on the wire. Dates are instants (ISO UTC), "" for none: at once, and for good. */
export type AnnouncementDraft = {
  title: string
  description: string
  body: string
  type: number
  startDate: string
  endDate: string
  tenantIds: string[]
  departmentIds: string[]
  /** 0 keeps a draft, 2 archives, any other publishes; reads give the derived number. */
  status: number
  media: Media[]
}

export type Announcement = Omit<AnnouncementDraft, "startDate" | "endDate"> & {
  id: string
  tenantId?: string | null
  startDate: string | null
  endDate: string | null
  createdDate?: string | null
  updatedDate?: string | null
}

/** Stored is what was wanted; what is shown follows from it, the dates and the time. */
export type Intent = "draft" | "published" | "archived"

export const intentOf = (status: number): Intent => {
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

/** How statuses and kinds look. */
export const tones = {
  draft: "neutral",
  published: "success",
  archived: "neutral",
  scheduled: "info",
  expired: "warning",
} as const
export const kindTones = { general: "neutral", campaign: "info", event: "success", urgent: "danger" } as const

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

/** A record as it came, with what the screens rely on filled in: a server may leave members out (decisions §2). */
export const announcementOf = (raw: Partial<Announcement>): Announcement => ({
  ...raw,
  id: raw.id ?? "",
  title: raw.title ?? "",
  description: raw.description ?? "",
  body: raw.body ?? "",
  type: kinds.value(kinds.name(raw.type)),
  status: statuses.value(statuses.name(raw.status)),
  startDate: raw.startDate ?? null,
  endDate: raw.endDate ?? null,
  tenantIds: raw.tenantIds ?? [],
  departmentIds: raw.departmentIds ?? [],
  media: raw.media ?? [],
})

/** A record as its form edits it. */
export const draftOf = (record: Announcement): AnnouncementDraft => ({
  title: record.title,
  type: Math.max(0, record.type),
  description: record.description,
  body: record.body,
  startDate: record.startDate ?? "",
  endDate: record.endDate ?? "",
  tenantIds: record.tenantIds,
  departmentIds: record.departmentIds,
  status: Math.max(0, record.status),
  media: [...record.media].sort((a, b) => a.orderNo - b.orderNo).map(({ url }, at) => ({ url, orderNo: at + 1 })),
})
