import { announcement } from "../kinds/announcement"
import { mediaRoute, recordRoutes } from "./record-routes"

/** Calls on announcements (docs/contract.md#announcement-calls). */
export const announcements = [
  ...Object.values(recordRoutes(announcement, { idMember: "announcementId" })),
  mediaRoute(announcement),
]
