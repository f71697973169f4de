import { and, eq, isNull, ne, sql } from "drizzle-orm"
import type { Context } from "hono"
import { owned, reachOf } from "../../auth/policy"
import { closeAllSessions } from "../../auth/sessions"
import type { Database } from "../../db/open"
import { users as table } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse, refuseField } from "../../errors/problem"
import type { Env } from "../../http/context"
import { enforceLimit, type Limit } from "../../http/limits"
import { addAuditEntry } from "../../records/audit"

/** Effects of a change on who may sign in: sessions end, and the platform keeps at least one administrator. */

/** Columns that decide whether a person may sign in, and with which rights. */
const accessColumns = ["role", "status", "tenantId", "email"] as const

export const changesAccess = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  accessColumns.some(name => before[name] !== after[name])

export const endSessions = (c: Context<Env>, tx: Database, userId: string) =>
  closeAllSessions({ ...c.get("deps"), db: tx }, userId)

/** An arbitrary number. Removals of administrators run one after the other, so that two can't remove each other. */
const administratorLock = 7_203_313

/** @throws Refusal 409 when the person is the last active administrator of the platform */
export const refuseLastAdministrator = async (tx: Database, { id, role }: { id: string; role?: unknown }) => {
  if (role !== "Administrator") return
  await tx.execute(sql`select pg_advisory_xact_lock(${administratorLock})`)
  const others = and(eq(table.role, "Administrator"), eq(table.status, 1), isNull(table.deletedAt), ne(table.id, id))
  if ((await tx.$count(table, others)) === 0) refuse({ kind: "conflict", key: "employee.lastAdministrator" })
}

/** Ends the sessions of a person who is about to be removed. @throws Refusal 409 for oneself and for the last administrator */
export const endAccess = async (c: Context<Env>, tx: Database, row: { id: string; role?: unknown }) => {
  if (row.id === c.get("actor").userId) refuse({ kind: "conflict", key: "employee.ownRemoval" })
  await refuseLastAdministrator(tx, row)
  await endSessions(c, tx, row.id)
}

/**
 * Deletes the account that a person without a company has registered under an address, so that a company can add the
 * person under it: anybody can register any address. The owner of the address signs in to the new account.
 */
export const deleteUnclaimedAccount = async (c: Context<Env>, tx: Database, email: string) => {
  const isUnclaimed = and(eq(table.email, email), eq(table.role, "User"), isNull(table.tenantId), isNull(table.deletedAt))
  const [before] = await tx.select().from(table).where(isUnclaimed).for("update")
  if (!before) return
  const now = new Date(c.get("deps").clock())
  const [after] = await tx
    .update(table)
    .set({ deletedAt: now, updatedAt: now, version: before.version + 1 })
    .where(eq(table.id, before.id))
    .returning()
  await endSessions(c, tx, before.id)
  await addAuditEntry(c, tx, { action: "delete", entity: "user", id: before.id, tenantId: null, before, after })
}

/** Refusals of addresses that somebody outside of the caller's reach has, of one account. */
const foreignAddresses: Limit = { name: "foreign addresses", calls: 10, windowMs: 3_600_000 }

/**
 * An address belongs to one person, in all companies. That one is another company's is not told, and asked for a few times
 * only: the answer names no reason (docs/security.md#known-addresses).
 * @throws Refusal 400 naming the field when the address is taken, 429 after many of others' addresses
 */
export const refuseTakenEmail = async <T>(c: Context<Env>, work: Promise<T>, email: string, field = "email"): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  const deps = c.get("deps")
  const actor = c.get("actor")
  const isWithinReach = and(
    eq(table.email, email.trim().toLowerCase()),
    isNull(table.deletedAt),
    owned(table.tenantId, reachOf(actor)),
  )
  if (await deps.db.$count(table, isWithinReach)) return refuseField(field, "employee.emailTaken")
  await enforceLimit(deps, foreignAddresses, `account ${actor.userId}`)
  return refuseField(field, "employee.emailUnusable")
}
