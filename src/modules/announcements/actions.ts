import { type Announcement, statuses } from "../../contract/announcements"
import type { RecordAction } from "../../ui/pages/actions"
import { patchAnnouncement } from "./api"

const isOffline = ({ status }: Announcement) => ["draft", "archived"].includes(statuses.name(status) ?? "")

const become = (status: "published" | "archived") => (announcement: Announcement) =>
  patchAnnouncement(announcement.id, { status: statuses.value(status) })

export const announcementActions: RecordAction<Announcement>[] = [
  {
    label: "announcement.publishShort",
    icon: "send",
    appliesTo: isOffline,
    run: become("published"),
    done: "announcement.published",
  },
  {
    label: "announcement.archive",
    icon: "box",
    appliesTo: announcement => !isOffline(announcement),
    run: become("archived"),
    done: "announcement.archivedMany",
  },
]
