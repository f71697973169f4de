import { and, eq } from "drizzle-orm"
import { draws as table } from "../../db/schema"
import { records } from "../../records/records"
import { presentDraw, selectDraws, visibleDraws } from "./output"
import { registerEvent } from "./register"

export const drawRecords = records({
  entity: "draw",
  find: async (db, actor, id, now) => {
    const [found] = await selectDraws(db).where(and(eq(table.id, id), visibleDraws(actor)))
    return found && { row: found.draw, value: await presentDraw(db, found, now) }
  },
  // The only change of a locked draw is its cancellation.
  onChange: async (tx, before, after, now) => {
    if (before.round !== null && after.intent === "cancelled")
      await registerEvent(tx, before, before.round, { event: "cancelled" }, now)
  },
})
