import { http } from "../../api"
import { type Announcement, type AnnouncementDraft, announcementOf, bodyOf, draftOf } from "../../contract/announcements"
import { type CreateOptions, patchWith, type UpdateOptions, updateBody } from "../../core/http/calls"
import type { Query, UploadOptions } from "../../core/http/http"
import { one, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { write } from "../../state/instances"
import { namesFrom } from "../../state/names"
import { checkOwner, companyOptions } from "../owners/api"
import { announcements } from "./resource"

/** Calls of announcements (docs/contract.md#announcement-calls). An update carries the id as `announcementId`. */

const { tag } = announcements

const names = namesFrom<Announcement>({ id: "tenantId", name: "tenantName", options: companyOptions })

/** The list is cached for 300 s (docs/console.md#query-cache). */
export const listAnnouncements = read(
  `${tag}.list`,
  (query: Query, signal) =>
    http
      .get("/announcement/list", { query, signal })
      .then(page("announcements", announcementOf))
      .then(checkOwner(query))
      .then(names.page),
  { ttlMs: 300_000 },
)

export const getAnnouncement = read(
  `${tag}.one`,
  (id: string, signal) =>
    http
      .get(`/announcement/${encodeURIComponent(id)}`, { signal })
      .then(one(announcementOf))
      .then(names.one),
  { ttlMs: 300_000 },
)

export const addAnnouncement = write(tag, (draft: AnnouncementDraft, options: CreateOptions) =>
  http.post("/announcement/create", bodyOf(draft), options),
)

const updateBodyOf = updateBody(announcementOf, draftOf, bodyOf)

export const updateAnnouncement = write(tag, (id: string, draft: AnnouncementDraft, options: UpdateOptions) =>
  http.put("/announcement/update", { ...updateBodyOf(draft, options.received), announcementId: id }, options),
)

export const patchAnnouncement = patchWith(getAnnouncement, draftOf, updateAnnouncement)

export const removeAnnouncement = write(tag, (id: string) => http.delete(`/announcement/delete/${encodeURIComponent(id)}`))

export const uploadAnnouncementMedia = (file: File, orderNo: number, options: UploadOptions) =>
  http.upload("/announcement/media", file, orderNo, options)
