import { type AnyColumn, and, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import type { Context } from "hono"
import { reachOf } from "../../auth/policy"
import { closeAllSessions } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { departments, users as table, tenants } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { keepAudit } from "../../records/audit"
import { records } from "../../records/records"
import { type UserRow, wireRoles } from "./input"

/** A stored person: who sees them, what leaves of them, and what protects who is in charge. */
type Joined = { user: UserRow; tenantName: string | null; departmentName: string | null }

export const present = ({ user, tenantName, departmentName }: Joined) => ({
  id: user.id,
  tenantId: user.tenantId,
  tenantName,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phoneNumber: user.phoneNumber,
  logo: user.logo,
  role: wireRoles[user.role],
  status: user.status,
  departmentId: user.departmentId,
  departmentName,
  hiredAt: user.hiredAt,
  score: user.score,
  createdDate: user.createdAt.toISOString(),
  updatedDate: user.updatedAt.toISOString(),
})

export const joined = (db: Database) =>
  db
    .select({ user: table, tenantName: tenants.name, departmentName: departments.name })
    .from(table)
    .leftJoin(tenants, eq(tenants.id, table.tenantId))
    .leftJoin(departments, eq(departments.id, table.departmentId))

/** Whose people the actor sees: a company its own and its subsidiaries', the platform everybody, its own administrators among them. */
export const within = (actor: Actor, { tenantId }: { tenantId: AnyColumn }) => {
  const reach = reachOf(actor)
  return reach === "all" ? undefined : inArray(tenantId, [...reach])
}

export const visible = (actor: Actor) => and(isNull(table.deletedAt), within(actor, table))

export const people = records({
  entity: "user",
  find: async (db, actor, id) => {
    const [found] = await joined(db).where(and(eq(table.id, id), visible(actor)))
    return found && { row: found.user, value: present(found) }
  },
})

/** Any number: removals of administrators wait for each other, so that two can't remove each other. */
const administratorLock = 7_203_313

/** @throws Refusal 409 when nobody else would be left to administer the platform */
export const keepAdministrator = async (tx: Database, { id, role }: { id: string; role?: unknown }) => {
  if (role !== "Administrator") return
  await tx.execute(sql`select pg_advisory_xact_lock(${administratorLock})`)
  const others = and(eq(table.role, "Administrator"), eq(table.status, 1), isNull(table.deletedAt), ne(table.id, id))
  if ((await tx.$count(table, others)) === 0) refuse({ kind: "conflict", key: "employee.lastAdministrator" })
}

export const endSessions = (c: Context<Env>, tx: Database, userId: string) =>
  closeAllSessions({ ...c.get("deps"), db: tx }, userId)

/** What must hold before a person goes. @throws Refusal 409 for oneself, and for the last administrator */
export const letGo = async (c: Context<Env>, tx: Database, row: { id: string; role?: unknown }) => {
  if (row.id === c.get("actor").userId) refuse({ kind: "conflict", key: "employee.ownRemoval" })
  await keepAdministrator(tx, row)
  await endSessions(c, tx, row.id)
}

/**
 * Anybody can register any address: who did so and belongs to no company makes way for the person that a company adds
 * under it. Whose address it is signs in as that person from then on.
 */
export const makeWay = async (c: Context<Env>, tx: Database, email: string) => {
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
  await keepAudit(c, tx, { action: "delete", entity: "user", id: before.id, tenantId: null, before, after })
}
