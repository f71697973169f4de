import { and, eq } from "drizzle-orm"
import { gifts as table } from "../../db/schema"
import { records } from "../../records/records"
import { presentGift, selectGifts, visibleGifts } from "./output"

export const giftRecords = records({
  entity: "gift",
  find: async (db, actor, id) => {
    const [found] = await selectGifts(db).where(and(eq(table.id, id), visibleGifts(actor)))
    return found && { row: found.gift, value: presentGift(found, actor) }
  },
})
