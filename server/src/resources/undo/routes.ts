import { and, eq, gt, isNull } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { anyStaff, isRestricted, mayWrite, ownerOf, refuseClosed } from "../../auth/policy"
import { hashToken } from "../../auth/secrets"
import type { Database } from "../../db/open"
import { undos } from "../../db/schema"
import { webhooks } from "../../db/webhook-tables"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { type EntityName, isEntityName, type RowOf, registrationOf } from "../../kinds/entities"
import { addAuditEntry } from "../../records/audit"
import { columnsToRestore } from "../../records/undo"
import { registerEvent } from "../draws/register"
import { moduleOfChange } from "../tenants/access"
import { loggedWebhook } from "../webhooks"
import { restoreRow } from "./restore"

/** Undoing a change (docs/contract.md#undo-tokens). */
export const undo = new Hono<Env>()

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

const undoChange = async (c: Context<Env>, tx: Database, token: string) => {
  const now = new Date(c.get("deps").clock())
  const tokenHash = hashToken(token)
  const [change] = await tx
    .select()
    .from(undos)
    .where(and(eq(undos.tokenHash, tokenHash), isNull(undos.usedAt), gt(undos.expiresAt, now)))
    .for("update")
  if (change?.entity === "webhook") return restoreWebhook(c, tx, change)
  if (!change || !isEntityName(change.entity) || !mayWrite(c.get("actor"), change.tenantId)) return refuse({ kind: "missing" })
  const { entity, entityId: id, tenantId, version } = change
  refuseClosed(c.get("actor"), "write", moduleOfChange(c.get("actor"), entity, id))
  const { table } = registrationOf(entity)
  const [before] = (await tx.select().from(table).where(eq(table.id, id)).for("update")) as RowOf<EntityName>[]
  if (before?.version !== version) return refuseOverlap()
  const columns = columnsToRestore(entity, change.before)
  if (!(await restoreRow(c, tx, { entity, before, columns, tenantId, action: "undo" }))) return refuseOverlap()
  // Of the changes of a locked draw only its cancellation has a token.
  const draw = entity === "draw" ? (before as RowOf<"draw">) : undefined
  if (draw && draw.round !== null) await registerEvent(tx, draw, draw.round, { event: "reopened" }, now.getTime())
  await tx.update(undos).set({ usedAt: now }).where(eq(undos.tokenHash, tokenHash))
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
