import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { drawWinners } from "../../db/draw-tables"
import { jobs } from "../../db/job-tables"
import type { Database } from "../../db/open"
import { audit, feedbacks, idempotencyKeys, refreshTokens, sessions, users as table, undos } from "../../db/schema"
import { surveyDocuments, surveyInvitees } from "../../db/survey-tables"
import { refuse } from "../../errors/problem"
import type { Call } from "../../http/context"
import type { RowOf } from "../../kinds/entities"
import { addAuditEntry } from "../../records/audit"
import { personHashing } from "../surveys/invitees"
import { endAccess } from "./access"

/** Removing a person with all personal data (docs/security.md#personal-data). */
type Person = RowOf<"user">

/** Empties what feedback holds of the person: of their own, assigned to them, or answered by them. */
const eraseFromFeedback = async (tx: Database, { id, email }: Person) => {
  const emptied = sql`without_person(jsonb_build_object('conversations', ${feedbacks.conversations}), ${id}, ${email})`
  const ifOwn = (column: PgColumn) => sql`case when ${feedbacks.userId} = ${id} then '' else ${column} end`
  const found = await tx
    .update(feedbacks)
    .set({
      userId: sql`nullif(${feedbacks.userId}, ${id}::uuid)`,
      userName: ifOwn(feedbacks.userName),
      email: ifOwn(feedbacks.email),
      assignedTo: sql`nullif(${feedbacks.assignedTo}, ${id}::uuid)`,
      conversations: sql`${emptied} -> 'conversations'`,
      version: sql`${feedbacks.version} + 1`,
    })
    .where(
      or(
        eq(feedbacks.userId, id),
        eq(feedbacks.assignedTo, id),
        sql`${feedbacks.conversations} @> jsonb_build_array(jsonb_build_object('authorEmail', ${email}::text))`,
      ),
    )
    .returning({ id: feedbacks.id })
  const ids = found.map(({ id }) => id)
  if (ids.length) await tx.delete(undos).where(inArray(undos.entityId, ids))
}

/** Empties what the history holds of the person, except for id, role and company. */
const eraseFromHistory = async (tx: Database, { id, email }: Person) => {
  const each = (change: (of: PgColumn) => SQL) => ({ before: change(audit.before), after: change(audit.after) })
  const kept = (of: PgColumn) =>
    sql`case when ${of} is not null then jsonb_build_object('id', ${of} -> 'id', 'role', ${of} -> 'role', 'tenantId', ${of} -> 'tenantId') end`
  await tx.execute(sql`select set_config('audit.erases_person', 'on', true)`)
  await tx
    .update(audit)
    .set(each(kept))
    .where(and(eq(audit.entity, "user"), eq(audit.entityId, id)))
  const emptied = each(of => sql`without_person(${of}, ${id}, ${email})`)
  const isNamed = or(sql`${emptied.before} <> ${audit.before}`, sql`${emptied.after} <> ${audit.after}`)
  await tx
    .update(audit)
    .set(emptied)
    .where(and(eq(audit.entity, "feedback"), isNamed))
  await tx.update(audit).set({ actorId: null, actorEmail: "", tokenName: null }).where(eq(audit.actorId, id))
  await tx.execute(sql`select set_config('audit.erases_person', 'off', true)`)
}

/**
 * Removes who was invited from the surveys: the hashes are found by computing them again. The hash of the address stays, so that
 * who is added again does not answer twice.
 */
const eraseFromInvitees = async (c: Call, tx: Database, { id }: Person) => {
  const hashPerson = personHashing(c.get("deps").config.codeSecret)
  const found = await tx.selectDistinct({ surveyId: surveyInvitees.surveyId }).from(surveyInvitees)
  const hashes = found.map(({ surveyId }) => hashPerson(surveyId, id))
  if (hashes.length) await tx.delete(surveyInvitees).where(inArray(surveyInvitees.personHash, hashes))
}

/** Removes a person, deleted before or not. */
export const eraseUser = async (c: Call, tx: Database, id: string) => {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for("update")
  if (!row) return refuse({ kind: "missing" })
  await endAccess(c, tx, row)
  const ownSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, id))
  await tx.delete(refreshTokens).where(inArray(refreshTokens.sessionId, ownSessions))
  await tx.delete(sessions).where(eq(sessions.userId, id))
  const namesPerson = [id, row.email].map(text => sql`position(${text} in ${idempotencyKeys.answer}::text) > 0`)
  await tx.delete(idempotencyKeys).where(or(eq(idempotencyKeys.userId, id), ...namesPerson))
  await tx.delete(undos).where(eq(undos.entityId, id))
  await tx.delete(jobs).where(or(eq(jobs.recordId, id), sql`position(${id} in ${jobs.body}) > 0`))
  await eraseFromFeedback(tx, row)
  await eraseFromInvitees(c, tx, row)
  await tx.update(drawWinners).set({ name: "", departmentName: null }).where(eq(drawWinners.employeeId, id))
  await tx.update(surveyDocuments).set({ updatedBy: null }).where(eq(surveyDocuments.updatedBy, id))
  await tx.delete(table).where(eq(table.id, id))
  await eraseFromHistory(tx, row)
  const before = { id, role: row.role, tenantId: row.tenantId }
  await addAuditEntry(c, tx, { action: "delete", entity: "user", id, tenantId: row.tenantId, before })
}
