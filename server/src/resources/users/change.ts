import type { Context } from "hono"
import { activeStatuses } from "../../../../src/core/codes"
import type { Database } from "../../db/open"
import type { UserRow } from "../../db/schema"
import type { Env } from "../../http/context"
import { changesAccess, endSessions, refuseLastAdministrator, refuseRestricted } from "../../kinds/user-access"
import { type UserChange, userColumns } from "./input"

/** The columns of a changed person, whose sessions end when the change concerns access. @throws Refusal 400, 403, 409 */
export const changedColumns = async (c: Context<Env>, tx: Database, change: UserChange, row: UserRow) => {
  refuseRestricted(c.get("actor"), row)
  const columns = await userColumns(tx, c.get("actor"), change, row)
  if (activeStatuses.name(columns.status) !== "active") await refuseLastAdministrator(tx, row)
  if (changesAccess(row, columns)) await endSessions(c, tx, row.id)
  return columns
}
