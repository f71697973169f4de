import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { staff } from "../../auth/policy"
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

announcements.get("/announcement/list", bearer, staff, listAnnouncements)

announcements.get("/announcement/:id", bearer, staff, announcementRecords.get)

announcements.post("/announcement/create", bearer, staff, announcementRecords.createFrom(announcementBody, announcementColumns))

announcements.put(
  "/announcement/update",
  bearer,
  staff,
  announcementRecords.updateFrom(announcementChange, "announcementId", announcementColumns),
)

announcements.delete("/announcement/delete/:id", bearer, staff, c => announcementRecords.remove(c))

announcements.post("/announcement/media", bearer, staff, uploadImage)
