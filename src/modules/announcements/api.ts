import {
  type Announcement,
  type AnnouncementDraft,
  announcementOf,
  blank,
  bodyOf,
  draftOf,
  intentOf,
  kinds,
  type Status,
  statuses,
  statusOf,
} from "../../contract/announcements"
import type { CodeLook } from "../../ui/display/badge"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"
import { approvalOf } from "../approvals/api"
import { crudCalls } from "../records/api"

export const statusLook: CodeLook<Status> = {
  of: statuses,
  texts: "announcement.status",
  tones: { draft: "neutral", published: "success", archived: "neutral", scheduled: "info", expired: "warning" },
}

export const announcements = {
  tag: "announcements",
  texts: "announcement",
  icon: "megaphone",
  list: { pageSize: 8, sortBy: "createdDate", sortOrder: "desc" },
  titleOf: announcement => announcement.title,
  status: statusLook,
  approval: approvalOf("announcements", { intentOf, statusOf }),
  copy: { title: "title", max: 200, reset: { status: statuses.value("draft") } },
  labels: labelsOf("announcement", blank),
} satisfies Resource<Announcement, AnnouncementDraft>

export const kindLook: CodeLook<(typeof kinds.names)[number]> = {
  of: kinds,
  texts: "announcement.kind",
  tones: { general: "neutral", campaign: "info", event: "success", urgent: "danger" },
}

/** Calls of announcements (docs/contract.md#announcement-calls). Reads are cached for 300 s (docs/console.md#query-cache). */
export const calls = crudCalls("announcements", {
  recordOf: announcementOf,
  draftOf,
  bodyOf,
  idMember: "announcementId",
  ttlMs: 300_000,
})

export const {
  list: listAnnouncements,
  get: getAnnouncement,
  add: addAnnouncement,
  update: updateAnnouncement,
  patch: patchAnnouncement,
  remove: removeAnnouncement,
} = calls
