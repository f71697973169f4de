import { and, eq } from "drizzle-orm"
import { readRow } from "../../db/page-source"
import { gifts as table } from "../../db/schema"
import { records } from "../../records/records"
import { presentGift, selectGifts, visibleGifts } from "./output"

export const giftRecords = records({
  entity: "gift",
  find: async (db, actor, id) => {
    const found = await readRow(db, selectGifts, table, and(eq(table.id, id), visibleGifts(actor)))
    return found && { row: found.gift, value: presentGift(found, actor) }
  },
})
