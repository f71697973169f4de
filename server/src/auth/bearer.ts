import { and, eq, isNull, lte } from "drizzle-orm"
import type { MiddlewareHandler } from "hono"
import type { Database } from "../db/open"
import { refreshTokens, sessions, tenants, users } from "../db/schema"
import type { SessionChanges } from "../db/session-changes"
import { refuse } from "../errors/problem"
import type { Actor, Deps, Env } from "../http/context"
import { bearerOf } from "../http/request"
import { claimsOf, type VerifiedClaims } from "./access-token"
import { actorColumns, actorOf } from "./actor"
import { actAsProgram } from "./program-token"
import { maySignIn } from "./sessions"

/** How long a session that was read is kept, ms, unless something changes (docs/security.md#kept-sessions). */
const keptMs = 1_000
/** Precision of a session's `lastUsedAt`, ms: a write for every call would cost too much. */
const lastUsedStepMs = 60_000

/** A session that may be used: who calls by it, and its marks of use, as far as this process knows. */
type Session = { actor: Actor; usedAt: Date | null; lastUsedAt: Date }

const readSession = async (db: Database, { sid, rid, viewAs }: VerifiedClaims): Promise<Session | undefined> => {
  const [row] = await db
    .select({
      revokedAt: sessions.revokedAt,
      lastUsedAt: sessions.lastUsedAt,
      usedAt: refreshTokens.usedAt,
      ...actorColumns,
    })
    .from(sessions)
    .innerJoin(refreshTokens, and(eq(refreshTokens.sessionId, sessions.id), eq(refreshTokens.id, rid)))
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(tenants, viewAs ? and(eq(tenants.id, viewAs), isNull(tenants.deletedAt)) : eq(tenants.id, users.tenantId))
    .where(and(eq(sessions.id, sid), maySignIn))
  if (!row || row.revokedAt) return undefined
  const isViewing = viewAs !== undefined
  if (isViewing && (row.role !== "Administrator" || !row.tenantId)) return undefined
  return { actor: actorOf(row, sid, isViewing), usedAt: row.usedAt, lastUsedAt: row.lastUsedAt }
}

/** `ids`: the session, person and companies that it depends on, once it is read. */
type Kept = { at: number; mark: number; session: Promise<Session | undefined>; ids?: readonly string[] }

/** Sessions by the claims of a token, which are one object while the token is in use. */
const cachedSessions = new WeakMap<SessionChanges, WeakMap<VerifiedClaims, Kept>>()

/**
 * The session of a call. It is read once a second: calls at the same time wait for one reading, and what was read before a
 * change of its session, person or companies is not used after it. Nothing is kept of a session that is not found, nor while changes could be missed.
 */
const findSession = ({ db, clock, sessionChanges }: Deps, claims: VerifiedClaims): Promise<Session | undefined> => {
  // Before the reading: a change while it runs makes its result unusable for later calls.
  const mark = sessionChanges.mark()
  if (mark === undefined) return readSession(db, claims)
  const kept = cachedSessions.get(sessionChanges) ?? new WeakMap<VerifiedClaims, Kept>()
  cachedSessions.set(sessionChanges, kept)
  const now = clock()
  const known = kept.get(claims)
  if (known && sessionChanges.isCurrent(known.mark, known.ids) && Math.abs(now - known.at) < keptMs) return known.session
  const entry: Kept = { at: now, mark, session: readSession(db, claims) }
  kept.set(claims, entry)
  const drop = () => {
    if (kept.get(claims) === entry) kept.delete(claims)
  }
  entry.session.then(session => {
    if (session) entry.ids = [claims.sid, session.actor.userId, ...session.actor.reach]
    else drop()
  }, drop)
  return entry.session
}

/** Stores that the token and its session are in use: once, of calls at the same time. */
const markUsed = async ({ db, clock }: Deps, { sid, rid }: VerifiedClaims, session: Session) => {
  const { usedAt, lastUsedAt } = session
  const now = clock()
  const isDue = now - lastUsedAt.getTime() >= lastUsedStepMs
  if (usedAt && !isDue) return
  session.usedAt ??= new Date(now)
  if (isDue) session.lastUsedAt = new Date(now)
  try {
    if (!usedAt)
      await db
        .update(refreshTokens)
        .set({ usedAt: new Date(now) })
        .where(and(eq(refreshTokens.id, rid), isNull(refreshTokens.usedAt)))
    if (isDue)
      await db
        .update(sessions)
        .set({ lastUsedAt: new Date(now) })
        .where(and(eq(sessions.id, sid), lte(sessions.lastUsedAt, new Date(now - lastUsedStepMs))))
  } catch (error) {
    Object.assign(session, { usedAt, lastUsedAt })
    throw error
  }
}

/** Why a call without a session is refused: programs need other words than people. @param token of the call */
const reasonOf = (token: string) => {
  if (!token) return "api.noSession"
  return token.includes(".") ? "error.sessionExpired" : "api.tokenInvalid"
}

/**
 * Requires a session, and sets the actor. Role, company, permissions and module flags are those of the database, not of the
 * token, so that a change has effect at once. Who sees a company as its administrator does may not write
 * (docs/contract.md#seeing-a-company). A program calls by an access token. @throws Refusal 401, 403, 429
 */
export const bearer: MiddlewareHandler<Env> = async (c, next) => {
  const deps = c.get("deps")
  const secret = bearerOf(c)
  if (secret.startsWith("cck_")) {
    await actAsProgram(c, secret)
    return next()
  }
  const claims = await claimsOf(c)
  const session = claims && (await findSession(deps, claims))
  if (!session) return refuse({ kind: "unauthorised", key: reasonOf(secret) })
  await markUsed(deps, claims, session)
  c.set("actor", session.actor)
  if (session.actor.isViewing && c.req.method !== "GET") return refuse({ kind: "denied", key: "api.viewAsReadOnly" })
  await next()
}
