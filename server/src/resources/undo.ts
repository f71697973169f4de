import { and, eq, gt, isNull } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import type { KeptPerson } from "../../../src/contract/employees"
import { anyStaff, isRestricted, mayWrite, ownerOf, refuseClosed } from "../auth/policy"
import { hashToken } from "../auth/secrets"
import type { Database } from "../db/open"
import { undos } from "../db/schema"
import { webhooks } from "../db/webhook-tables"
import { isUniqueViolation } from "../errors/faults"
import { refuse } from "../errors/problem"
import type { Env } from "../http/context"
import { findKind } from "../kinds"
import { addAuditEntry } from "../records/audit"
import { departmentModules, type Lookup, lookupNamed, undoLookup } from "../records/lookups"
import { lockStored, restoreRow } from "../records/restore"
import { literalTrue, route } from "../routes/route"
import { text } from "../routes/schemas"
import { undoCodes } from "./gifts/given"
import { undoUpload } from "./users/undo-upload"
import { loggedWebhook } from "./webhooks"

const refuseOverlap = () => refuse({ kind: "conflict", key: "api.undoOverlaps" })

/** Undoes the deletion of an endpoint. Its deliveries have stayed. */
const restoreWebhook = async (
  c: Context<Env>,
  tx: Database,
  { tokenHash, entityId, tenantId, version }: typeof undos.$inferSelect,
) => {
  const actor = c.get("actor")
  if (tenantId !== ownerOf(actor)) return refuse({ kind: "missing" })
  if (isRestricted(actor)) return refuse({ kind: "denied" })
  const [row] = await tx
    .update(webhooks)
    .set({ deletedAt: null, version: version + 1 })
    .where(and(eq(webhooks.id, entityId), eq(webhooks.version, version)))
    .returning()
  if (!row) return refuseOverlap()
  await addAuditEntry(c, tx, { action: "undo", entity: "webhook", id: row.id, tenantId, after: loggedWebhook(row) })
  await tx
    .update(undos)
    .set({ usedAt: new Date(c.get("deps").clock()) })
    .where(eq(undos.tokenHash, tokenHash))
}

/** Undoes a change of a category or a department. The platform's are changed by the platform. */
const restoreLookup = async (c: Context<Env>, tx: Database, lookup: Lookup, change: typeof undos.$inferSelect) => {
  if (!mayWrite(c.get("actor"), change.tenantId)) return refuse({ kind: "missing" })
  if (lookup.name === "department") refuseClosed(c.get("actor"), "write", ...departmentModules)
  if (!(await undoLookup(c, tx, lookup, change))) return refuseOverlap()
  await tx
    .update(undos)
    .set({ usedAt: new Date(c.get("deps").clock()) })
    .where(eq(undos.tokenHash, change.tokenHash))
}

/** @returns of a batch of an upload whom it keeps, else nothing */
const undoChange = async (c: Context<Env>, tx: Database, token: string): Promise<KeptPerson[] | undefined> => {
  const now = new Date(c.get("deps").clock())
  const tokenHash = hashToken(token)
  const [change] = await tx
    .select()
    .from(undos)
    .where(and(eq(undos.tokenHash, tokenHash), isNull(undos.usedAt), gt(undos.expiresAt, now)))
    .for("update")
  if (change?.entity === "webhook") {
    await restoreWebhook(c, tx, change)
    return undefined
  }
  const end = () => tx.update(undos).set({ usedAt: now }).where(eq(undos.tokenHash, tokenHash))
  if (change?.entity === "giftbatch") {
    if (!(await undoCodes(c, tx, change))) return refuseOverlap()
    await end()
    return undefined
  }
  if (change?.entity === "upload") {
    const kept = await undoUpload(c, tx, change)
    await end()
    return kept
  }
  const lookup = change && lookupNamed(change.entity)
  if (lookup) {
    await restoreLookup(c, tx, lookup, change)
    return undefined
  }
  const kind = change && findKind(change.entity)
  if (!kind || !mayWrite(c.get("actor"), change.tenantId)) return refuse({ kind: "missing" })
  const { entityId: id, tenantId, version, before: state } = change
  refuseClosed(c.get("actor"), "write", kind.moduleOf(c.get("actor"), id))
  const before = await lockStored(tx, kind, id)
  if (before?.version !== version) return refuseOverlap()
  if (!(await restoreRow(c, tx, kind, { before, state, tenantId, action: "undo" }))) return refuseOverlap()
  await end()
  return undefined
}

/**
 * Undoes a change: once, within ten minutes, by its own company, and only when the record has not been changed since.
 * A unique value that another record has taken since is a conflict as well (docs/contract.md#undo-tokens).
 */
export const undo = route.post("/undo/:token", anyStaff, {
  summary: "Undo a change by its Undo-Token",
  answer: z.union([literalTrue, z.object({ kept: z.array(z.object({ name: text, reason: text })) })]),
  handler: async ({ c, deps, params: { token } }) => {
    const kept = await deps.db
      .transaction(tx => undoChange(c, tx, token))
      .catch(error => (isUniqueViolation(error) ? refuseOverlap() : Promise.reject(error)))
    return { value: kept ? { kept } : (true as const) }
  },
})
