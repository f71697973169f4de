import { and, eq } from "drizzle-orm"
import { users as table } from "../../db/schema"
import { records } from "../../records/records"
import { presentUser, selectUsers, visibleUsers } from "./output"

export const userRecords = records({
  entity: "user",
  find: async (db, actor, id) => {
    const [found] = await selectUsers(db).where(and(eq(table.id, id), visibleUsers(actor)))
    return found && { row: found.user, value: presentUser(found) }
  },
})
