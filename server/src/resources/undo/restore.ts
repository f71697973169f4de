import { eq } from "drizzle-orm"
import type { Context } from "hono"
import { activeStatuses } from "../../../../src/core/codes"
import type { Database } from "../../db/open"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { type EntityName, type RowOf, registrationOf } from "../../kinds/entities"
import { deletedReferenceErrors, refuseReferenced } from "../../kinds/references"
import { refuseUnapproved } from "../../records/approval"
import { addAuditEntry } from "../../records/audit"
import { changesAccess, changesOwnAccess, endAccess, endSessions, refuseLastAdministrator } from "../users/access"
import { refuseOwnGrant, refuseRestricted } from "../users/permissions"

/** Whether the restored record is invalid by now: it references a deleted record, or its limit is below the uses so far. */
const isInvalid = async (tx: Database, entity: EntityName, row: RowOf<EntityName>) => {
  if (entity === "gift") {
    const { maxUsage, used } = row as RowOf<"gift">
    if (maxUsage !== null && used > maxUsage) return true
  }
  return Object.keys(await deletedReferenceErrors(tx, entity, row.id)).length > 0
}

/** The return of a person to an earlier state is a change of that person. @throws Refusal 403 and 409 as the change itself */
const requirePersonChange = async (tx: Database, actor: Actor, before: RowOf<"user">, after: RowOf<"user">) => {
  refuseRestricted(actor, before, after)
  if (String(before.permissions) !== String(after.permissions)) refuseOwnGrant(actor, after)
  if (changesOwnAccess(actor, before, after)) refuse({ kind: "denied", key: "employee.ownAccess" })
  if (activeStatuses.name(after.status) !== "active") await refuseLastAdministrator(tx, after)
}

/** Undoing the restoration of a deleted record deletes it again. */
const isDeletion = (before: object, after: object) => {
  const isDeleted = (row: object) => (row as RowOf<"user">).deletedAt !== null
  return isDeleted(after) && !isDeleted(before)
}

type Restoration = {
  entity: EntityName
  /** The stored record, which is locked. */
  before: RowOf<EntityName>
  /** The columns of the earlier state; see `columnsToRestore`. */
  columns: Record<string, unknown>
  tenantId: string | null
  action: "undo" | "restore"
}

/**
 * Writes an earlier state of a record as its next version.
 * @returns the record, or undefined when its earlier state is invalid by now. @throws Refusal 403 and 409
 */
export const restoreRow = async (c: Context<Env>, tx: Database, { entity, before, columns, tenantId, action }: Restoration) => {
  const { table } = registrationOf(entity)
  const { id, version } = before
  const now = new Date(c.get("deps").clock())
  const [after] = (await tx
    .update(table)
    .set({ ...columns, version: version + 1, updatedAt: now } as never)
    .where(eq(table.id, id))
    .returning()) as RowOf<EntityName>[]
  if (!after || (await isInvalid(tx, entity, after))) return undefined
  await refuseUnapproved(tx, entity, before, after)
  if (entity === "user") {
    await requirePersonChange(tx, c.get("actor"), before as RowOf<"user">, after as RowOf<"user">)
    if (changesAccess(before, after)) await endSessions(c, tx, id)
  }
  if (isDeletion(before, after)) {
    await refuseReferenced(tx, entity, id)
    if (entity === "user") await endAccess(c, tx, after)
  }
  await addAuditEntry(c, tx, { action, entity, id, tenantId, before, after })
  return after
}
