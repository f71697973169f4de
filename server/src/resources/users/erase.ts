import { eq, inArray, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../../db/open"
import { feedbacks, idempotencyKeys, refreshTokens, sessions, users as table, undos } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { addAuditEntry } from "../../records/audit"
import { endAccess } from "./access"

/** Removes a person, deleted before or not, with all personal data. The audit entry keeps id, role and company. */
export const eraseUser = async (c: Context<Env>, tx: Database, id: string) => {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for("update")
  if (!row) return refuse({ kind: "missing" })
  await endAccess(c, tx, row)
  const ownSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, id))
  await tx.delete(refreshTokens).where(inArray(refreshTokens.sessionId, ownSessions))
  await tx.delete(sessions).where(eq(sessions.userId, id))
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, id))
  await tx.delete(undos).where(eq(undos.entityId, id))
  await tx
    .update(feedbacks)
    .set({
      userId: sql`nullif(${feedbacks.userId}, ${id}::uuid)`,
      assignedTo: sql`nullif(${feedbacks.assignedTo}, ${id}::uuid)`,
    })
    .where(or(eq(feedbacks.userId, id), eq(feedbacks.assignedTo, id)))
  await tx.delete(table).where(eq(table.id, id))
  const before = { id, role: row.role, tenantId: row.tenantId }
  await addAuditEntry(c, tx, { action: "delete", entity: "user", id, tenantId: row.tenantId, before })
}
