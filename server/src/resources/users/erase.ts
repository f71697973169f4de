import { eq, or, sql } from "drizzle-orm"
import { tellGuards } from "../../db/guards"
import { jobs } from "../../db/job-tables"
import type { Database } from "../../db/open"
import { audit, codes, idempotencyKeys, outbox, users as table, undos } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Call } from "../../http/context"
import { kinds } from "../../kinds"
import { endAccess } from "../../kinds/user-access"
import { addAuditEntry } from "../../records/audit"

/**
 * Removes a person, deleted before or not, with all personal data (docs/security.md#personal-data): here from what is kept of calls
 * and changes, by each kind from its records and their history.
 */
export const eraseUser = async (c: Call, tx: Database, id: string) => {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for("update")
  if (!row) return refuse({ kind: "missing" })
  await endAccess(c, tx, row)
  const namesPerson = [id, row.email].map(text => sql`position(${text} in ${idempotencyKeys.answer}::text) > 0`)
  await tx.delete(idempotencyKeys).where(or(eq(idempotencyKeys.userId, id), ...namesPerson))
  await tx.delete(undos).where(or(eq(undos.entityId, id), sql`position(${id} in ${undos.before}::text) > 0`))
  await tx
    .delete(jobs)
    .where(or(eq(jobs.recordId, id), ...[id, row.email].map(text => sql`position(${text} in ${jobs.body}) > 0`)))
  await tx.execute(sql`delete from limits where position(${id} in key) > 0`)
  await tx.delete(outbox).where(eq(outbox.recipient, row.email))
  await tx.delete(codes).where(eq(codes.email, row.email))
  await tellGuards(tx, "audit.erases_person", "on")
  for (const kind of kinds) await kind.erasePerson?.(tx, row, c.get("deps"))
  await tx.update(audit).set({ actorId: null, actorEmail: "", tokenName: null }).where(eq(audit.actorId, id))
  await tellGuards(tx, "audit.erases_person", "off")
  const before = { id, role: row.role, tenantId: row.tenantId }
  await addAuditEntry(c, tx, { action: "delete", entity: "user", id, tenantId: row.tenantId, before })
}
