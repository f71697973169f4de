import { announcement } from "../kinds/announcement"
import { bulkEditKind } from "./bulk-edit"
import { mediaRoute, recordRoutes } from "./record-routes"

/** Calls on announcements (docs/contract.md#announcement-calls). */
export const announcements = [
  ...Object.values(recordRoutes(announcement, { idMember: "announcementId" })),
  bulkEditKind(announcement, ["endDate"]),
  mediaRoute(announcement),
]
