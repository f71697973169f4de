import { type Announcement, announcementOf, bodyOf, draftOf } from "../../contract/announcements"
import { namesFrom } from "../../state/names"
import { companyOptions } from "../owners/api"
import { crudCalls } from "../records/api"
import { announcements } from "./resource"

/** Calls of announcements (docs/contract.md#announcement-calls). Reads are cached for 300 s (docs/console.md#query-cache). */
const calls = crudCalls({
  tag: announcements.tag,
  path: "announcement",
  rows: "announcements",
  recordOf: announcementOf,
  draftOf,
  bodyOf,
  names: namesFrom<Announcement>({ id: "tenantId", name: "tenantName", options: companyOptions }),
  idMember: "announcementId",
  extensions: ["departmentIds"],
  ttlMs: 300_000,
})

export const {
  list: listAnnouncements,
  get: getAnnouncement,
  add: addAnnouncement,
  update: updateAnnouncement,
  patch: patchAnnouncement,
  remove: removeAnnouncement,
  upload: uploadAnnouncementMedia,
} = calls
