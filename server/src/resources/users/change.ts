import type { Context } from "hono"
import { activeStatuses } from "../../../../src/core/codes"
import type { Database } from "../../db/open"
import type { UserRow } from "../../db/schema"
import { refuseInvalid } from "../../errors/problem"
import type { Env } from "../../http/context"
import { changesAccess, endSessions, refuseLastAdministrator, refuseRestricted } from "../../kinds/user-access"
import { type UserChange, userColumns } from "./input"

/** The members that the company's directory writes, and nobody else (docs/contract.md#scim). @throws Refusal 400 naming each */
const refuseDirectoryMembers = (row: UserRow, columns: object) => {
  const after: Record<string, unknown> = { ...row, ...columns }
  const before: Record<string, unknown> = row
  refuseInvalid(
    Object.fromEntries(
      row.directoryMembers.map(name => [name, after[name] === before[name] ? undefined : "employee.ofDirectory"] as const),
    ),
  )
}

/** The columns of a changed person, whose sessions end when the change concerns access. @throws Refusal 400, 403, 409 */
export const changedColumns = async (c: Context<Env>, tx: Database, change: UserChange, row: UserRow) => {
  refuseRestricted(c.get("actor"), row)
  const columns = await userColumns(tx, c.get("actor"), change, row)
  refuseDirectoryMembers(row, columns)
  if (activeStatuses.name(columns.status) !== "active") await refuseLastAdministrator(tx, row)
  if (changesAccess(row, columns)) await endSessions(c, tx, row.id)
  // The directory changes no administrator.
  return columns.role === "User" ? columns : { ...columns, directoryMembers: [] }
}
