import { type Announcement, type Status, statuses } from "../../contract/announcements"
import type { RecordAction } from "../../ui/pages/record-actions"
import { patchAnnouncement } from "./api"

const isOffline = ({ status }: Announcement) => ["draft", "archived"].includes(statuses.name(status) ?? "")

const setStatus = (status: Status) => (announcement: Announcement) =>
  patchAnnouncement(announcement.id, { status: statuses.value(status) })

export const announcementActions: RecordAction<Announcement>[] = [
  {
    label: "announcement.publishShort",
    icon: "send",
    appliesTo: isOffline,
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
