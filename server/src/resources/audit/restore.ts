import { and, eq, inArray } from "drizzle-orm"
import type { Context } from "hono"
import { keptMembers } from "../../../../src/contract/audit"
import { anyStaff, mayWrite, reachOf, refuseClosed } from "../../auth/policy"
import type { Database } from "../../db/open"
import { audit as table } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { findKind } from "../../kinds"
import type { Kind, StoredRow } from "../../kinds/kind"
import { addedReferenceErrors } from "../../kinds/references"
import { isWhole, loggedMembers } from "../../records/logged-change"
import { lockStored, restoreRow } from "../../records/restore"
import { createUndo } from "../../records/undo"
import { expectedVersion } from "../../records/version"
import { literalTrue, route } from "../../routes/route"

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
  const { entityId: id, tenantId } = entry
  const kind = findKind(entry.entity)
  const state = entry.action === "delete" ? entry.before : entry.after
  if (!kind || !changes.includes(entry.action) || !isWhole(state)) return refuseRestore()
  return { kind, id, tenantId, state }
}

/**
 * An earlier state can contain what somebody with more rights wrote: the actor gives a record no owner and no reference out of
 * their reach. @throws Refusal 409
 */
const refuseBeyondReach = async (tx: Database, actor: Actor, kind: Kind, before: StoredRow, after: StoredRow) => {
  if (!mayWrite(actor, kind.ownerOf(after))) return refuseRestore()
  if (Object.keys(await addedReferenceErrors(tx, kind, before, after, actor)).length) return refuseRestore()
}

/** @throws Refusal 409 with the members of the record, none of a deleted one, when the caller has seen another version */
const refuseOtherVersion = (c: Context<Env>, kind: Kind, row: StoredRow) => {
  const expected = expectedVersion(c)
  const version = String(row.version)
  if (!expected || expected.own === version) return
  const current = row.deletedAt ? null : { id: row.id, ...loggedMembers(kind.name, row) }
  refuse({ kind: "conflict", key: "api.versionMismatch", current, version })
}

const restore = async (c: Context<Env>, tx: Database, entryId: string) => {
  const actor = c.get("actor")
  const { kind, id, tenantId, state } = await readState(c, tx, entryId)
  if (!mayWrite(actor, tenantId)) return refuse({ kind: "denied" })
  refuseClosed(actor, "write", kind.moduleOf(actor, id))
  const before = await lockStored(tx, kind, id)
  if (!before) return refuse({ kind: "missing" })
  kind.refuseRestore?.(before)
  const owner = kind.ownerOf(before)
  if (!mayWrite(actor, owner)) return refuse({ kind: "missing" })
  refuseOtherVersion(c, kind, before)
  const kept = Object.entries(state).filter(([name]) => !keptMembers[kind.name]?.includes(name))
  // The state after the undo of a restoration can be that of a deleted record, which only a deletion makes.
  const whole = { ...Object.fromEntries(kept), deletedAt: null }
  const after = await restoreRow(c, tx, kind, { before, state: whole, tenantId: owner, action: "restore" })
  if (!after) return refuseRestore()
  await refuseBeyondReach(tx, actor, kind, before, after)
  const undone = { entity: kind.name, id, tenantId: owner, before, version: after.version }
  const undoToken = await createUndo(tx, c.get("deps").clock(), undone)
  return { undoToken, etag: await kind.versionOf(tx, after) }
}

/**
 * Makes the state of a record after a logged change (before it, for a deletion) its next version, also of a deleted record
 * (docs/contract.md#audit-and-undo). @throws Refusal 404, 403, and 409 when that state is invalid by now or If-Match differs
 */
export const restoreEntry = route.post("/audit/:entryId/restore", anyStaff, {
  summary: "Return a record to the version of an entry",
  answer: literalTrue,
  handler: async ({ c, deps, params: { entryId } }) => {
    const restored = await deps.db
      .transaction(tx => restore(c, tx, entryId))
      .catch(error => (isUniqueViolation(error) ? refuseRestore() : Promise.reject(error)))
    return { ...restored }
  },
})
