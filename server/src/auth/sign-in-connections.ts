import { and, arrayContains, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import { users } from "../db/schema"
import { signInConnections as table } from "../db/sign-in-tables"
import type { Deps } from "../http/context"
import { unseal } from "./seal"
import { maySignIn } from "./sessions"

/** Which provider somebody signs in at, and whether a code by mail is accepted (docs/security.md#sign-in-by-a-provider). */

export type Connection = typeof table.$inferSelect
/** What is known of the console at a provider. */
export type Client = { issuer: string; clientId: string; secret: string }

export const clientOf = ({ config }: Deps, { issuer, clientId, secret }: Connection): Client => ({
  issuer,
  clientId,
  secret: unseal<string>(config.codeSecrets, secret),
})

/** The people that a connection is of: those of its company and of the subsidiaries; of the platform, its administrators. */
export const isOfConnection = ({ tenantId }: Pick<Connection, "tenantId">) =>
  tenantId
    ? sql`(${users.tenantId} = ${tenantId} or ${users.tenantId} in (select id from tenants where parent_id = ${tenantId}))`
    : sql`(${users.tenantId} is null and ${users.role} = 'Administrator')`

/** Everybody else, but those who have registered themselves and are of no company; of these and of administrators the company is null. */
const isOutside = (connection: Pick<Connection, "tenantId">) =>
  and(sql`${isOfConnection(connection)} is not true`, or(ne(users.role, "User"), isNotNull(users.tenantId)))

/** Whether somebody else's people have addresses of these domains: a connection never leads them to its provider. */
export const hasOthersIn = async ({ db }: Deps, connection: Pick<Connection, "tenantId">, domains: readonly string[]) => {
  const isOther = isOutside(connection)
  const hasDomain = inArray(sql`split_part(${users.email}, '@', 2)`, [...domains])
  return (await db.$count(users, and(isNull(users.deletedAt), isOther, hasDomain))) > 0
}

/**
 * The connection by whose provider an address signs in. Who has an account elsewhere gets a code, whatever the domain.
 */
export const connectionFor = async (deps: Deps, email: string): Promise<Connection | undefined> => {
  const domain = email.slice(email.lastIndexOf("@") + 1)
  const [found] = await deps.db
    .select()
    .from(table)
    .where(and(arrayContains(table.domains, [domain]), ne(table.state, "off")))
    .orderBy(table.createdAt)
    .limit(1)
  if (!found) return undefined
  const isElsewhere = and(eq(users.email, email), isNull(users.deletedAt), isOutside(found))
  return (await deps.db.$count(users, isElsewhere)) ? undefined : found
}

/** The connections that people of a company, or of the platform, sign in by: its own, and that of its parent. */
export const coversPeopleOf = (tenantId: string | null) =>
  tenantId
    ? or(eq(table.tenantId, tenantId), sql`${table.tenantId} = (select parent_id from tenants where id = ${tenantId})`)
    : isNull(table.tenantId)

/** Whether a person may sign in with a code: unless their company's connection says *only*, and they are not its way back. */
export const acceptsCode = async (
  { db }: Deps,
  { id, role, tenantId }: Pick<typeof users.$inferSelect, "id" | "role" | "tenantId">,
) => {
  const isOfNobody = tenantId === null && role !== "Administrator"
  if (isOfNobody) return true
  const isClosed = and(eq(table.state, "only"), sql`${table.wayBackId} is distinct from ${id}`, coversPeopleOf(tenantId))
  return (await db.$count(table, isClosed)) === 0
}

/** The person who may sign in, of a connection, by address. */
export const personOfConnection = async ({ db }: Deps, connection: Connection, email: string) => {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), maySignIn, isOfConnection(connection)))
  return person
}
