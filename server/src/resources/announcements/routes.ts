import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { announcements as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { records } from "../../records/records"
import { uploadImage } from "../media/routes"
import { announcementBody, announcementChange, announcementColumns } from "./input"
import { listAnnouncements } from "./list"
import { presentAnnouncement, selectAnnouncements, visibleAnnouncements } from "./output"

/** Calls on announcements (docs/contract.md#announcement-calls). */
export const announcements = new Hono<Env>()

const announcementRecords = records({
  entity: "announcement",
  find: async (db, actor, id, now) => {
    const [found] = await selectAnnouncements(db).where(and(eq(table.id, id), visibleAnnouncements(actor)))
    return found && { row: found.announcement, value: presentAnnouncement(found, actor, now) }
  },
})

announcements.get("/announcement/list", bearer, may("read", "announcements"), listAnnouncements)

announcements.get("/announcement/:id", bearer, may("read", "announcements"), announcementRecords.get)

announcements.post(
  "/announcement/create",
  bearer,
  may("write", "announcements"),
  announcementRecords.createFrom(announcementBody, announcementColumns),
)

announcements.put(
  "/announcement/update",
  bearer,
  may("write", "announcements"),
  announcementRecords.updateFrom(announcementChange, "announcementId", announcementColumns),
)

announcements.delete("/announcement/delete/:id", bearer, may("write", "announcements"), c => announcementRecords.remove(c))

announcements.post("/announcement/media", bearer, may("write", "announcements"), uploadImage)
