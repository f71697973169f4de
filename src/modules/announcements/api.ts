import { http } from "../../api"
import { type Announcement, type AnnouncementDraft, announcementOf, draftOf } from "../../contract/announcements"
import { type Loaded, one, type Page, page } from "../../core/envelope"
import type { Answer, Query } from "../../core/http"
import { read, write } from "../../core/query"

/** S7 Announcements. The list is kept 300 s (S9); an update carries `announcementId`. */
export type AnnouncementPage = Page<Announcement> & { counts?: Record<string, number> }

const counted = (answer: Answer): AnnouncementPage => {
  const counts = (answer.value as { statusCounts?: Record<string, number> } | undefined)?.statusCounts
  const { rows, total } = page<Partial<Announcement>>("announcements")(answer)
  return { rows: rows.map(announcementOf), total, ...(counts && { counts }) }
}

export const listAnnouncements = read(
  "announcements.list",
  (query: Query, signal) => http.get("/announcement/list", { query, signal }).then(counted),
  { keep: 300_000 },
)

export const getAnnouncement = read("announcements.one", async (id: string, signal): Promise<Loaded<Announcement>> => {
  const { record, ...rest } = await http
    .get(`/announcement/${encodeURIComponent(id)}`, { signal })
    .then(one<Partial<Announcement>>())
  return { record: announcementOf(record), ...rest }
})

/** No date is null on the wire. */
const bodyOf = (draft: AnnouncementDraft) => ({ ...draft, startDate: draft.startDate || null, endDate: draft.endDate || null })

export const addAnnouncement = write(
  "announcements",
  (draft: AnnouncementDraft, options: { idempotencyKey: string; signal?: AbortSignal }) =>
    http.post("/announcement/create", bodyOf(draft), options),
)

export const updateAnnouncement = write(
  "announcements",
  (id: string, draft: AnnouncementDraft, options: { version?: string; signal?: AbortSignal }) =>
    http.put("/announcement/update", { ...bodyOf(draft), announcementId: id }, options),
)

export const removeAnnouncement = write("announcements", (id: string) =>
  http.delete(`/announcement/delete/${encodeURIComponent(id)}`),
)

export const uploadAnnouncementMedia = (
  file: File,
  orderNo: number,
  options: { signal?: AbortSignal; onProgress?: (fraction: number) => void },
) => http.upload("/announcement/media", file, orderNo, options)

/** Publishes, archives or shelves an announcement as it stands on the server. */
export const setAnnouncementStatus = async (id: string, status: number) => {
  const { record, version } = await getAnnouncement(id)
  return updateAnnouncement(id, { ...draftOf(record), status }, { version })
}
