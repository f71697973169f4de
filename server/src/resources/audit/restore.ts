import { and, eq, inArray } from "drizzle-orm"
import type { Context } from "hono"
import { keptMembers } from "../../../../src/contract/audit"
import { mayWrite, reachOf, refuseClosed } from "../../auth/policy"
import type { Database } from "../../db/open"
import { audit as table } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { companyOf, type EntityName, isEntityName, type RowOf, registrationOf } from "../../kinds/entities"
import { addedReferenceErrors } from "../../kinds/references"
import { columnsToRestore, createUndo } from "../../records/undo"
import { expectedVersion } from "../../records/version"
import { moduleOfChange } from "../tenants/access"
import { companyVersion } from "../tenants/version"
import { restoreRow } from "../undo/restore"
import { loggedMembers } from "./members"

const changes = ["create", "update", "delete", "undo", "restore"]

const refuseRestore = () => refuse({ kind: "conflict", key: "api.restoreOverlaps" })

/** The state of the record after the change of the entry, or before its deletion. @throws Refusal 404, 409 */
const readState = async (c: Context<Env>, tx: Database, entryId: string) => {
  const reach = reachOf(c.get("actor"))
  const isReadable = reach === "all" ? undefined : inArray(table.tenantId, [...reach])
  const [entry] = /^\d{1,15}$/.test(entryId)
    ? await tx
        .select()
        .from(table)
        .where(and(eq(table.id, Number(entryId)), isReadable))
    : []
  if (!entry) return refuse({ kind: "missing" })
  const { entity, entityId: id, tenantId } = entry
  const state = entry.action === "delete" ? entry.before : entry.after
  if (!isEntityName(entity) || !changes.includes(entry.action) || !state || !("version" in state)) return refuseRestore()
  return { entity, id, tenantId, state }
}

/**
 * An earlier state can contain what somebody with more rights wrote: the actor gives a record no owner and no reference out of
 * their reach, and does not change the status of their own company. @throws Refusal 403, 409
 */
const refuseBeyondReach = async (
  tx: Database,
  actor: Actor,
  entity: EntityName,
  before: RowOf<EntityName>,
  after: RowOf<EntityName>,
) => {
  if (!mayWrite(actor, companyOf(entity, after))) return refuseRestore()
  if (Object.keys(await addedReferenceErrors(tx, entity, before, after, actor)).length) return refuseRestore()
  const statusOf = (row: object) => (row as RowOf<"tenant">).activeStatus
  if (after.id === actor.tenantId && statusOf(before) !== statusOf(after)) refuse({ kind: "denied", key: "tenant.ownStatus" })
}

/** @throws Refusal 409 with the members of the record, none of a deleted one, when the caller has seen another version */
const refuseOtherVersion = (c: Context<Env>, entity: EntityName, row: RowOf<EntityName>) => {
  const expected = expectedVersion(c)
  const version = String(row.version)
  if (!expected || expected.own === version) return
  const current = row.deletedAt ? null : { id: row.id, ...loggedMembers(entity, row) }
  refuse({ kind: "conflict", key: "api.versionMismatch", current, version })
}

const restore = async (c: Context<Env>, tx: Database, entryId: string) => {
  const actor = c.get("actor")
  const { entity, id, tenantId, state } = await readState(c, tx, entryId)
  if (!mayWrite(actor, tenantId)) return refuse({ kind: "denied" })
  refuseClosed(actor, "write", moduleOfChange(actor, entity, id))
  const { table } = registrationOf(entity)
  const [before] = (await tx.select().from(table).where(eq(table.id, id)).for("update")) as RowOf<EntityName>[]
  if (!before) return refuse({ kind: "missing" })
  if (entity === "draw" && (before as RowOf<"draw">).round !== null) return refuse({ kind: "conflict", key: "draw.lockedFixed" })
  const owner = companyOf(entity, before)
  if (!mayWrite(actor, owner)) return refuse({ kind: "missing" })
  refuseOtherVersion(c, entity, before)
  const stored = Object.entries(columnsToRestore(entity, state)).filter(([name]) => !keptMembers[entity]?.includes(name))
  // The state after the undo of a restoration can be that of a deleted record, which only a deletion makes.
  const columns = { ...Object.fromEntries(stored), deletedAt: null }
  const after = await restoreRow(c, tx, { entity, before, columns, tenantId: owner, action: "restore" })
  if (!after) return refuseRestore()
  await refuseBeyondReach(tx, actor, entity, before, after)
  const version = after.version
  const undoToken = await createUndo(tx, c.get("deps").clock(), { entity, id, tenantId: owner, before, version })
  return { undoToken, etag: entity === "tenant" ? await companyVersion(tx, after as RowOf<"tenant">) : String(version) }
}

/**
 * Makes the state of a record after a logged change (before it, for a deletion) its next version, also of a deleted record
 * (docs/contract.md#audit-and-undo). @throws Refusal 404, 403, and 409 when that state is invalid by now or If-Match differs
 */
export const restoreEntry = async (c: Context<Env>) => {
  const restored = await c
    .get("deps")
    .db.transaction(tx => restore(c, tx, c.req.param("entryId") ?? ""))
    .catch(error => (isUniqueViolation(error) ? refuseRestore() : Promise.reject(error)))
  return ok(c, true, restored)
}
