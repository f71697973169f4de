import { announcement } from "../kinds/announcement"
import { callsOf } from "./crud"

/** Calls on announcements (docs/contract.md#announcement-calls). */
export const announcements = callsOf(announcement, { idMember: "announcementId" })
