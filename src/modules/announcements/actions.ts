import { type Announcement, type Status, statuses } from "../../contract/announcements"
import type { RecordAction } from "../../ui/pages/record/record-actions"
import { patchAnnouncement } from "./api"

const isOffline = ({ status }: Announcement) => ["draft", "archived"].includes(statuses.name(status) ?? "")

/** Whether a publication at `now` would have no effect, because the end date has passed; without one there is no end. */
const isOver = (announcement: Announcement, now: number) => Date.parse(announcement.endDate) <= now

const setStatus = (status: Status) => (announcement: Announcement, note?: string) =>
  patchAnnouncement(announcement.id, { status: statuses.value(status) }, { note })

export const announcementActions: RecordAction<Announcement>[] = [
  {
    label: "announcement.publishShort",
    icon: "send",
    goesLive: true,
    appliesTo: (announcement, now) => isOffline(announcement) && !isOver(announcement, now),
    reasonOf: (announcement, now) => (isOver(announcement, now) ? "ui.endPassed" : undefined),
    run: setStatus("published"),
    done: "announcement.published",
  },
  {
    label: "announcement.archive",
    icon: "box",
    appliesTo: announcement => !isOffline(announcement),
    run: setStatus("archived"),
    done: "announcement.archivedMany",
  },
]
