import { and, eq, isNull, ne, sql } from "drizzle-orm"
import { activeStatuses } from "../../../src/core/codes"
import { removePasskeys } from "../auth/passkeys"
import { isRestricted } from "../auth/policy"
import { closeAllSessions } from "../auth/sessions"
import type { Database } from "../db/open"
import { users as table, type UserRow } from "../db/schema"
import { signInIdentities } from "../db/sign-in-tables"
import { refuse } from "../errors/problem"
import type { Actor, Call } from "../http/context"

/** Effects of a change on who may sign in: sessions end, and the platform keeps at least one administrator. */

/** Columns that decide whether a person may sign in, and with which rights. */
const accessColumns = ["role", "status", "tenantId", "email"] as const

export const changesAccess = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  accessColumns.some(name => before[name] !== after[name])

/** Columns that nobody changes of their own account (docs/contract.md#employee-protection). */
const ownAccessColumns = ["role", "status", "tenantId"] as const

export const endSessions = (c: Call, tx: Database, userId: string) => closeAllSessions({ ...c.get("deps"), db: tx }, userId)

/** An arbitrary number. Removals of administrators run one after the other, so that two can't remove each other. */
const administratorLock = 7_203_313

/** @throws Refusal 409 when the person is the last active administrator of the platform */
export const refuseLastAdministrator = async (tx: Database, { id, role }: { id: string; role?: unknown }) => {
  if (role !== "Administrator") return
  await tx.execute(sql`select pg_advisory_xact_lock(${administratorLock})`)
  const others = and(eq(table.role, "Administrator"), eq(table.status, 1), isNull(table.deletedAt), ne(table.id, id))
  if ((await tx.$count(table, others)) === 0) refuse({ kind: "conflict", key: "employee.lastAdministrator" })
}

/**
 * Ends the sessions of a person who is about to be removed, their link to a provider, and their passkeys: whoever has the address next is linked anew.
 * @throws Refusal 409 for oneself and for the last administrator
 */
export const endAccess = async (c: Call, tx: Database, row: { id: string; role?: unknown }) => {
  if (row.id === c.get("actor").userId) refuse({ kind: "conflict", key: "employee.ownRemoval" })
  await refuseLastAdministrator(tx, row)
  await endSessions(c, tx, row.id)
  await tx.delete(signInIdentities).where(eq(signInIdentities.userId, row.id))
  await removePasskeys(tx, row.id)
}

type Person = Pick<UserRow, "id" | "role">

/**
 * Who may change a company administrator's rights: the platform, and unrestricted administrators of the company, but nobody
 * their own. @throws Refusal 403
 */
export const refuseOwnGrant = (actor: Actor, { id }: Pick<Person, "id">) => {
  if (id === actor.userId) refuse({ kind: "denied", key: "permissions.own" })
  if (isRestricted(actor)) refuse({ kind: "denied", key: "permissions.byUnrestricted" })
}

/**
 * A restricted administrator neither makes, changes nor removes other administrators of companies: it would otherwise get
 * their rights. An access token does not change the person who made it either. @throws Refusal 403
 */
export const refuseRestricted = (actor: Actor, ...people: readonly Person[]) => {
  const isOther = ({ id, role }: Person) => role === "TenantAdmin" && (id !== actor.userId || actor.token !== undefined)
  if (isRestricted(actor) && people.some(isOther)) refuse({ kind: "denied", key: "employee.adminByUnrestricted" })
}

/** The return of a person to an earlier state is a change of that person. @throws Refusal 403 and 409 as the change itself */
export const refuseForbiddenReturn = async (tx: Database, actor: Actor, before: UserRow, after: UserRow) => {
  refuseRestricted(actor, before, after)
  if (String(before.permissions) !== String(after.permissions)) refuseOwnGrant(actor, after)
  const isOwn = before.id === actor.userId && ownAccessColumns.some(name => before[name] !== after[name])
  if (isOwn) refuse({ kind: "denied", key: "employee.ownAccess" })
  const members: readonly string[] = before.directoryMembers
  if (members.some(name => before[name as keyof UserRow] !== after[name as keyof UserRow]))
    refuse({ kind: "conflict", key: "employee.ofDirectory" })
  if (activeStatuses.name(after.status) !== "active") await refuseLastAdministrator(tx, after)
}
