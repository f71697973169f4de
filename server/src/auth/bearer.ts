import { and, eq, isNull, lte, sql } from "drizzle-orm"
import type { MiddlewareHandler } from "hono"
import { moduleDefaults } from "../../../src/contract/module-flags"
import type { Database } from "../db/open"
import { refreshTokens, sessions, tenants, users } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Deps, Env } from "../http/context"
import { claimsOf, type VerifiedClaims } from "./access-token"
import { maySignIn } from "./sessions"

/** Precision of a session's `lastUsedAt`, ms: a write for every call would cost too much. */
const lastUsedStepMs = 60_000

/** The ids of the subsidiaries of the person's company, in the same query. */
const subsidiaryIds = sql<string | null>`(select string_agg(${tenants.id}::text, ',') from ${tenants}
  where ${tenants.parentId} = ${users.tenantId} and ${tenants.deletedAt} is null)`

/** Runs with every call: prepared once for each database. */
const prepareSessionQuery = (db: Database) =>
  db
    .select({
      revokedAt: sessions.revokedAt,
      lastUsedAt: sessions.lastUsedAt,
      usedAt: refreshTokens.usedAt,
      userId: users.id,
      email: users.email,
      role: users.role,
      tenantId: users.tenantId,
      subsidiaryIds,
      permissions: users.permissions,
      modules: tenants.modules,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(tenants, eq(tenants.id, users.tenantId))
    .innerJoin(refreshTokens, and(eq(refreshTokens.sessionId, sessions.id), eq(refreshTokens.id, sql.placeholder("rid"))))
    .where(and(eq(sessions.id, sql.placeholder("sid")), maySignIn))
    .prepare("session")

const sessionQueries = new WeakMap<Database, ReturnType<typeof prepareSessionQuery>>()

const readSession = async (db: Database, { sid, rid }: VerifiedClaims) => {
  const query = sessionQueries.get(db) ?? prepareSessionQuery(db)
  sessionQueries.set(db, query)
  const [row] = await query.execute({ sid, rid })
  return row
}

/** Stores that the token and its session are in use. */
const markUsed = async (
  { db, clock }: Deps,
  { sid, rid }: VerifiedClaims,
  { usedAt, lastUsedAt }: { usedAt: Date | null; lastUsedAt: Date },
) => {
  const now = clock()
  if (!usedAt)
    await db
      .update(refreshTokens)
      .set({ usedAt: new Date(now) })
      .where(and(eq(refreshTokens.id, rid), isNull(refreshTokens.usedAt)))
  if (now - lastUsedAt.getTime() >= lastUsedStepMs)
    await db
      .update(sessions)
      .set({ lastUsedAt: new Date(now) })
      .where(and(eq(sessions.id, sid), lte(sessions.lastUsedAt, new Date(now - lastUsedStepMs))))
}

/**
 * Requires a session, and sets the actor. Role, company, permissions and module flags are read from the database with each
 * call, not from the token, so that a change has effect at once. @throws Refusal 401
 */
export const bearer: MiddlewareHandler<Env> = async (c, next) => {
  const deps = c.get("deps")
  const claims = await claimsOf(c)
  if (!claims) return refuse({ kind: "unauthorised" })
  const row = await readSession(deps.db, claims)
  if (!row || row.revokedAt) return refuse({ kind: "unauthorised" })
  await markUsed(deps, claims, row)
  const { userId, email, role, tenantId, permissions } = row
  const reach = tenantId ? [tenantId, ...(row.subsidiaryIds?.split(",") ?? [])] : []
  const flags = { ...moduleDefaults, ...row.modules }
  c.set("actor", { userId, email, role, tenantId, reach, permissions, flags, sessionId: claims.sid })
  await next()
}
