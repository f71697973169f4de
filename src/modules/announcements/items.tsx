import { type Announcement, statuses } from "../../contract/announcements"
import { useT } from "../../ui/hooks/use-t"
import type { MenuItem } from "../../ui/overlays/menu"
import { notifyFailure, offerUndo } from "../../ui/overlays/notifications"
import { setAnnouncementStatus } from "./api"

/** What an announcement's menu offers beyond the usual: publishing and archiving, whichever makes sense for its status. */
export const useAnnouncementItems = () => {
  const t = useT()
  const change = async (row: Announcement, status: "published" | "archived") => {
    try {
      const { undoToken } = await setAnnouncementStatus(row.id, statuses.value(status))
      offerUndo(undoToken ? [undoToken] : [], ["announcements"], t("announcement.updated"))
    } catch (error) {
      notifyFailure(error, "announcement.updateFailed")
    }
  }
  return (row: Announcement): MenuItem[] => {
    const name = statuses.name(row.status)
    if (name === "draft" || name === "archived")
      return [{ label: t("announcement.publishShort"), icon: "send", run: () => change(row, "published") }]
    return [{ label: t("announcement.archive"), icon: "box", run: () => change(row, "archived") }]
  }
}
