import { and, eq, gt, isNull } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { statuses } from "../../../../src/contract/employees"
import { bearer } from "../../auth/bearer"
import { anyStaff, mayWrite, refuseClosed } from "../../auth/policy"
import type { Database } from "../../db/open"
import { undos } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { addAuditEntry } from "../../records/audit"
import { type EntityName, isEntityName, type RowOf, registrationOf } from "../../records/entities"
import { deletedReferenceErrors } from "../../records/references"
import { columnsToRestore, hashOf } from "../../records/undo"
import { moduleOfChange } from "../tenants/access"
import { changesAccess, changesOwnAccess, endSessions, refuseLastAdministrator } from "../users/access"
import { refuseOwnGrant, refuseRestricted } from "../users/permissions"

/** Undoing a change (docs/contract.md#undo-tokens). */
export const undo = new Hono<Env>()

const refuseOverlap = () => refuse({ kind: "conflict", key: "api.undoOverlaps" })

/** Whether the restored record is invalid by now: it references a deleted record, or its limit is below the uses so far. */
const isInvalid = async (tx: Database, entity: EntityName, row: RowOf<EntityName>) => {
  if (entity === "gift") {
    const { maxUsage, used } = row as RowOf<"gift">
    if (maxUsage !== null && used > maxUsage) return true
  }
  return Object.keys(await deletedReferenceErrors(tx, entity, row.id)).length > 0
}

/** The undo of a person's change is a change of that person. @throws Refusal 403 and 409 as the change itself */
const requirePersonChange = async (tx: Database, actor: Actor, before: RowOf<"user">, after: RowOf<"user">) => {
  refuseRestricted(actor, before, after)
  if (String(before.permissions) !== String(after.permissions)) refuseOwnGrant(actor, after)
  if (changesOwnAccess(actor, before, after)) refuse({ kind: "denied", key: "employee.ownAccess" })
  if (statuses.name(after.status) !== "active") await refuseLastAdministrator(tx, after)
}

const undoChange = async (c: Context<Env>, tx: Database, token: string) => {
  const now = new Date(c.get("deps").clock())
  const tokenHash = hashOf(token)
  const [change] = await tx
    .select()
    .from(undos)
    .where(and(eq(undos.tokenHash, tokenHash), isNull(undos.usedAt), gt(undos.expiresAt, now)))
    .for("update")
  if (!change || !isEntityName(change.entity) || !mayWrite(c.get("actor"), change.tenantId)) return refuse({ kind: "missing" })
  const { entity, entityId: id, tenantId, version } = change
  refuseClosed(c.get("actor"), "write", moduleOfChange(c.get("actor"), entity, id))
  const { table } = registrationOf(entity)
  const [before] = (await tx.select().from(table).where(eq(table.id, id)).for("update")) as RowOf<EntityName>[]
  if (before?.version !== version) return refuseOverlap()
  const [after] = (await tx
    .update(table)
    .set({ ...columnsToRestore(entity, change.before), version: version + 1, updatedAt: now } as never)
    .where(eq(table.id, id))
    .returning()) as RowOf<EntityName>[]
  if (!after || (await isInvalid(tx, entity, after))) return refuseOverlap()
  if (entity === "user") await requirePersonChange(tx, c.get("actor"), before as RowOf<"user">, after as RowOf<"user">)
  await tx.update(undos).set({ usedAt: now }).where(eq(undos.tokenHash, tokenHash))
  if (entity === "user" && changesAccess(before, after)) await endSessions(c, tx, id)
  await addAuditEntry(c, tx, { action: "undo", entity, id, tenantId, before, after })
}

/**
 * Undoes a change: once, within ten minutes, by its own company, and only when the record has not been changed since.
 * A unique value that another record has taken since is a conflict as well.
 */
undo.post("/undo/:token", bearer, anyStaff, async c => {
  const token = c.req.param("token")
  await c
    .get("deps")
    .db.transaction(tx => undoChange(c, tx, token))
    .catch(error => (isUniqueViolation(error) ? refuseOverlap() : Promise.reject(error)))
  return ok(c, true)
})
