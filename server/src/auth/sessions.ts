import { createHmac, randomBytes } from "node:crypto"
import { and, eq, exists, gt, isNull, or, sql } from "drizzle-orm"
import type { SessionWay, TokenPair } from "../../../src/contract/session"
import type { Database } from "../db/open"
import { refreshTokens, sessions, tenants, users } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Actor, Deps } from "../http/context"
import { type Person, signAccessToken } from "./access-token"
import { hashToken } from "./secrets"
import { logSessionEnd } from "./security-log"

/** Sessions and their refresh tokens (docs/contract.md#lifetimes, docs/contract.md#refresh). */

/** How long a refresh token, and a session with all of its renewals, is valid, ms. */
const refreshTtlMs = 7 * 86_400_000
const sessionTtlMs = 30 * 86_400_000
/** How long a token that has been renewed is accepted again, ms: for two tabs, or when the answer was lost. */
const graceMs = 10_000

/** The successor of a token is derived from it, so that a repeated renewal gives the same token without storing it. */
const successorOf = (secret: string, token: string) =>
  createHmac("sha256", secret).update(`refresh\n${token}`).digest("base64url")

/** Condition on people who may sign in and stay signed in: active, and of no company or of an active one. */
export const maySignIn = and(
  eq(users.status, 1),
  isNull(users.deletedAt),
  sql`not exists (select 1 from ${tenants} where ${tenants.id} = ${users.tenantId} and (${tenants.deletedAt} is not null or ${tenants.activeStatus} <> 1))`,
)

/** The person of an address who may sign in. */
export const personOf = async ({ db }: Deps, email: string) => {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), maySignIn))
  return person
}

const insertRefreshToken = async (
  tx: Database,
  sessionId: string,
  token: string,
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
): Promise<string> => {
  const [row] = await tx
    .insert(refreshTokens)
    .values({ sessionId, tokenHash: hashToken(token), createdAt, expiresAt })
    .returning({ id: refreshTokens.id })
  if (!row) throw new Error("The refresh token was not stored.")
  return row.id
}

/** @param way how the person signed in */
export const openSession = async (
  deps: Deps,
  person: Person,
  userAgent: string,
  way: SessionWay = "code",
): Promise<TokenPair> => {
  const now = new Date(deps.clock())
  const refreshToken = randomBytes(32).toString("base64url")
  const expiresAt = new Date(now.getTime() + refreshTtlMs)
  return deps.db.transaction(async tx => {
    const [session] = await tx
      .insert(sessions)
      .values({ userId: person.id, userAgent: userAgent.slice(0, 200), way, createdAt: now, lastUsedAt: now })
      .returning({ id: sessions.id })
    if (!session) throw new Error("The session was not stored.")
    await tx
      .update(users)
      .set({ signedInAt: now })
      .where(and(eq(users.id, person.id), isNull(users.signedInAt)))
    const refreshTokenId = await insertRefreshToken(tx, session.id, refreshToken, { createdAt: now, expiresAt })
    return {
      token: await signAccessToken(deps, person, { sessionId: session.id, refreshTokenId }),
      refreshToken,
      refreshTokenExpiryTime: expiresAt.toISOString(),
    }
  })
}

const ended = { id: sessions.id, userId: sessions.userId }

const revoke = async (deps: Deps, sessionId: string, reason: "signOut" | "reusedToken") => {
  const isOpen = and(eq(sessions.id, sessionId), isNull(sessions.revokedAt))
  const revokedAt = new Date(deps.clock())
  logSessionEnd(deps, reason, await deps.db.update(sessions).set({ revokedAt }).where(isOpen).returning(ended))
}

type Renewal =
  | { kind: "invalid" }
  | { kind: "ended" }
  | { kind: "reused"; sessionId: string }
  | { kind: "renewed"; person: Person; sessionId: string; refreshTokenId: string; refreshToken: string; expiresAt: Date }

/** @param secrets makes the successor: the first, or of a repetition that which made it before */
const renew = async (tx: Database, secrets: readonly string[], now: number, refreshToken: string): Promise<Renewal> => {
  const [found] = await tx
    .select({ token: refreshTokens, session: sessions, person: users })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(refreshTokens.tokenHash, hashToken(refreshToken)), maySignIn))
    .for("update", { of: refreshTokens })
  if (!found) return { kind: "invalid" }
  const { token, session, person } = found
  const sessionEnd = session.createdAt.getTime() + sessionTtlMs
  if (session.revokedAt !== null && session.endedByPerson) return { kind: "ended" }
  if (session.revokedAt !== null || token.expiresAt.getTime() <= now || sessionEnd <= now) return { kind: "invalid" }

  const [next = "", ...before] = secrets.map(secret => successorOf(secret, refreshToken))
  const renewed = { kind: "renewed" as const, person, sessionId: session.id, refreshToken: next }
  if (token.replacedAt && token.successorId) {
    const [successor] = await tx.select().from(refreshTokens).where(eq(refreshTokens.id, token.successorId))
    const isRepeat = successor && (successor.usedAt === null || now - token.replacedAt.getTime() <= graceMs)
    if (!isRepeat) return { kind: "reused", sessionId: session.id }
    const given = before.find(token => hashToken(token) === successor.tokenHash) ?? next
    return { ...renewed, refreshToken: given, refreshTokenId: successor.id, expiresAt: successor.expiresAt }
  }
  const expiresAt = new Date(Math.min(now + refreshTtlMs, sessionEnd))
  const dates = { createdAt: new Date(now), expiresAt }
  const refreshTokenId = await insertRefreshToken(tx, session.id, renewed.refreshToken, dates)
  await tx
    .update(refreshTokens)
    .set({ replacedAt: new Date(now), successorId: refreshTokenId, usedAt: token.usedAt ?? new Date(now) })
    .where(eq(refreshTokens.id, token.id))
  await tx
    .update(sessions)
    .set({ lastUsedAt: new Date(now) })
    .where(eq(sessions.id, session.id))
  return { ...renewed, refreshTokenId, expiresAt }
}

/**
 * Exchanges a refresh token for its successor. A token that is used again after its successor was used has been copied:
 * the session is revoked. @throws Refusal 401, which names that the person ended the session from another one
 */
export const renewSession = async (deps: Deps, refreshToken: string): Promise<TokenPair> => {
  const now = deps.clock()
  const renewal = await deps.db.transaction(tx => renew(tx, deps.config.jwtSecrets, now, refreshToken))
  // After the transaction: a refusal inside it would roll the revocation back.
  if (renewal.kind === "reused") await revoke(deps, renewal.sessionId, "reusedToken")
  if (renewal.kind === "ended") return refuse({ kind: "unauthorised", value: { reason: "elsewhere" } })
  if (renewal.kind !== "renewed") return refuse({ kind: "unauthorised" })
  return {
    token: await signAccessToken(deps, renewal.person, renewal),
    refreshToken: renewal.refreshToken,
    refreshTokenExpiryTime: renewal.expiresAt.toISOString(),
  }
}

export const closeSession = (deps: Deps, sessionId: string) => revoke(deps, sessionId, "signOut")

/** Ends the session of a refresh token. @returns false for an unknown token */
export const closeSessionOf = async (deps: Deps, refreshToken: string) => {
  const [found] = await deps.db
    .select({ sessionId: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashToken(refreshToken)))
  if (found) await closeSession(deps, found.sessionId)
  return found !== undefined
}

/** Ends the sessions of a person. @param endedByPerson whether they asked for it. @returns how many */
export const closeAllSessions = async (
  deps: Pick<Deps, "db" | "clock" | "auditLog">,
  userId: string,
  endedByPerson = false,
): Promise<number> => {
  const closed = await deps.db
    .update(sessions)
    .set({ revokedAt: new Date(deps.clock()), endedByPerson })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning(ended)
  logSessionEnd(deps, endedByPerson ? "signOut" : "access", closed)
  return closed.length
}

/** Condition on the actor's sessions that can still be renewed; the current one is always included. */
export const activeSessions = ({ db, clock }: Deps, { userId, sessionId }: Actor) => {
  const renewable = db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.sessionId, sessions.id),
        isNull(refreshTokens.replacedAt),
        gt(refreshTokens.expiresAt, new Date(clock())),
      ),
    )
  return and(eq(sessions.userId, userId), isNull(sessions.revokedAt), or(eq(sessions.id, sessionId), exists(renewable)))
}
