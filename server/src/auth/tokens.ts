import { createHash, createHmac, randomBytes } from "node:crypto"
import { and, eq, exists, gt, isNull, lte, or, sql } from "drizzle-orm"
import type { Context, MiddlewareHandler } from "hono"
import { sign, verify } from "hono/jwt"
import type { Database } from "../db/open"
import { refreshTokens, sessions, tenants, users } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Actor, Deps, Env } from "../http/context"

/** Access and refresh tokens (decisions §3 Life times, §12 Refresh). */
const accessLife = 15 * 60_000
const refreshLife = 7 * 86_400_000
const sessionLife = 30 * 86_400_000
/** A parent may be exchanged again this long, ms: two tabs, or an answer lost on the way. */
const grace = 10_000
/** How exactly it is known when a session was last used, ms: a write for every call would cost more than it tells. */
const useStep = 60_000

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url")

/** The successor follows from its parent, so that the same exchange gives the same token without storing one. */
const successorOf = (secret: string, parent: string) =>
  createHmac("sha256", secret).update(`refresh\n${parent}`).digest("base64url")

/** Who may sign in and stay: an active person, of no company or of one that is there and active. */
export const mayEnter = and(
  eq(users.status, 1),
  isNull(users.deletedAt),
  sql`not exists (select 1 from ${tenants} where ${tenants.id} = ${users.tenantId} and (${tenants.deletedAt} is not null or ${tenants.activeStatus} <> 1))`,
)

type Person = { id: string; email: string; role: Actor["role"]; tenantId: string | null }

/** S7 GetToken's value. */
export type TokenPair = { token: string; refreshToken: string; refreshTokenExpiryTime: string }

const accessToken = ({ config, clock }: Deps, person: Person, sessionId: string, tokenId: string) => {
  const iat = Math.floor(clock() / 1000)
  return sign(
    {
      Email: person.email,
      role: person.role,
      nameidentifier: person.id,
      ...(person.tenantId && { TenantId: person.tenantId }),
      sid: sessionId,
      rid: tokenId,
      iat,
      exp: iat + accessLife / 1000,
    },
    config.jwtSecret,
    "HS256",
  )
}

export const openSession = async (deps: Deps, person: Person, userAgent: string): Promise<TokenPair> => {
  const now = new Date(deps.clock())
  const refreshToken = randomBytes(32).toString("base64url")
  const expiresAt = new Date(now.getTime() + refreshLife)
  return deps.db.transaction(async tx => {
    const [session] = await tx
      .insert(sessions)
      .values({ userId: person.id, userAgent: userAgent.slice(0, 200), createdAt: now, lastUsedAt: now })
      .returning({ id: sessions.id })
    if (!session) throw new Error("The session was not stored.")
    const [row] = await tx
      .insert(refreshTokens)
      .values({ sessionId: session.id, tokenHash: hashOf(refreshToken), createdAt: now, expiresAt })
      .returning({ id: refreshTokens.id })
    if (!row) throw new Error("The refresh token was not stored.")
    return {
      token: await accessToken(deps, person, session.id, row.id),
      refreshToken,
      refreshTokenExpiryTime: expiresAt.toISOString(),
    }
  })
}

const revoke = (db: Database, sessionId: string, at: Date) =>
  db
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))

/** Exchanges a refresh token for its successor. @throws Refusal; a reuse after the successor was used revokes the session */
export const renewSession = async (deps: Deps, refreshToken: string): Promise<TokenPair> => {
  const now = deps.clock()
  const outcome = await deps.db.transaction(async tx => {
    const [found] = await tx
      .select({ token: refreshTokens, session: sessions, person: users })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(refreshTokens.tokenHash, hashOf(refreshToken)), mayEnter))
      .for("update", { of: refreshTokens })
    if (!found) return undefined
    const { token, session, person } = found
    const isOver =
      session.revokedAt !== null || token.expiresAt.getTime() <= now || session.createdAt.getTime() + sessionLife <= now
    if (isOver) return undefined

    const next = successorOf(deps.config.jwtSecret, refreshToken)
    if (token.replacedAt && token.successorId) {
      const [successor] = await tx.select().from(refreshTokens).where(eq(refreshTokens.id, token.successorId))
      const isRepeat = successor && (successor.usedAt === null || now - token.replacedAt.getTime() <= grace)
      if (!isRepeat) return { reused: session.id }
      return { person, sessionId: session.id, tokenId: successor.id, next, expiresAt: successor.expiresAt }
    }
    const expiresAt = new Date(Math.min(now + refreshLife, session.createdAt.getTime() + sessionLife))
    const [successor] = await tx
      .insert(refreshTokens)
      .values({ sessionId: session.id, tokenHash: hashOf(next), createdAt: new Date(now), expiresAt })
      .returning({ id: refreshTokens.id })
    if (!successor) throw new Error("The refresh token was not stored.")
    await tx
      .update(refreshTokens)
      .set({ replacedAt: new Date(now), successorId: successor.id, usedAt: token.usedAt ?? new Date(now) })
      .where(eq(refreshTokens.id, token.id))
    await tx
      .update(sessions)
      .set({ lastUsedAt: new Date(now) })
      .where(eq(sessions.id, session.id))
    return { person, sessionId: session.id, tokenId: successor.id, next, expiresAt }
  })
  if (outcome === undefined) return refuse({ kind: "unauthorised" })
  if ("reused" in outcome && outcome.reused) {
    await revoke(deps.db, outcome.reused, new Date(now))
    return refuse({ kind: "unauthorised" })
  }
  if (!("person" in outcome) || !outcome.person) return refuse({ kind: "unauthorised" })
  const { person, sessionId, tokenId, next, expiresAt } = outcome
  return {
    token: await accessToken(deps, person, sessionId, tokenId),
    refreshToken: next,
    refreshTokenExpiryTime: expiresAt.toISOString(),
  }
}

export const closeSession = (deps: Deps, sessionId: string) => revoke(deps.db, sessionId, new Date(deps.clock()))

/** Ends the session that a refresh token belongs to. @returns false when there is no such token */
export const closeSessionOf = async (deps: Deps, refreshToken: string) => {
  const [found] = await deps.db
    .select({ sessionId: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashOf(refreshToken)))
  if (found) await closeSession(deps, found.sessionId)
  return found !== undefined
}

export const closeAllSessions = (deps: Deps, userId: string) =>
  deps.db
    .update(sessions)
    .set({ revokedAt: new Date(deps.clock()) })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))

/**
 * A person's sessions that somebody could still use. The one that asks is among them, even in its last minutes, when it
 * can't be renewed any more.
 */
export const livingSessions = ({ db, clock }: Deps, { userId, sessionId }: Actor) => {
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

type Claims = { sid: string; rid: string; nameidentifier: string; exp: number }

/** Signatures that were checked: a token comes with every call of its life. Nothing but its own text follows from it. */
const checked = new Map<string, Claims>()
const mostChecked = 10_000

const check = async (secret: string, token: string): Promise<Claims | undefined> => {
  const known = checked.get(`${secret} ${token}`)
  if (known) return known
  try {
    const { sid, rid, nameidentifier, exp } = await verify(token, secret, { alg: "HS256", exp: false, nbf: false, iat: false })
    if (typeof exp !== "number" || [sid, rid, nameidentifier].some(claim => typeof claim !== "string")) return undefined
    const claims = { sid, rid, nameidentifier, exp } as Claims
    if (checked.size >= mostChecked) checked.clear()
    checked.set(`${secret} ${token}`, claims)
    return claims
  } catch {
    return undefined
  }
}

/** The claims of the call's token, as far as this server made it and it has not expired, by its own clock. */
const claimsOf = async (c: Context<Env>) => {
  const { config, clock } = c.get("deps")
  const header = c.req.header("Authorization") ?? ""
  const claims = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(header) ? await check(config.jwtSecret, header.slice(7)) : undefined
  return claims && claims.exp * 1000 > clock() ? claims : undefined
}

/** The account of the call's token, for limits per account; undefined without a valid token. */
export const accountOf = async (c: Context<Env>) => (await claimsOf(c))?.nameidentifier

/** The person's company's subsidiaries, in the same question. */
const beneath = sql<string | null>`(select string_agg(${tenants.id}::text, ',') from ${tenants}
  where ${tenants.parentId} = ${users.tenantId} and ${tenants.deletedAt} is null)`

/** Asked with every call: built once for each database. */
const questions = new WeakMap<Database, ReturnType<typeof askForSession>>()
const askForSession = (db: Database) =>
  db
    .select({
      revokedAt: sessions.revokedAt,
      lastUsedAt: sessions.lastUsedAt,
      usedAt: refreshTokens.usedAt,
      userId: users.id,
      email: users.email,
      role: users.role,
      tenantId: users.tenantId,
      beneath,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(refreshTokens, and(eq(refreshTokens.sessionId, sessions.id), eq(refreshTokens.id, sql.placeholder("rid"))))
    .where(and(eq(sessions.id, sql.placeholder("sid")), mayEnter))
    .prepare("session")

const sessionOf = async (db: Database, { sid, rid }: Claims) => {
  const question = questions.get(db) ?? askForSession(db)
  questions.set(db, question)
  const [row] = await question.execute({ sid, rid })
  return row
}

/** Asks for a living session. Role and company are read anew: a token can't outlive what it says. @throws Refusal 401 */
export const bearer: MiddlewareHandler<Env> = async (c, next) => {
  const deps = c.get("deps")
  const claims = await claimsOf(c)
  if (!claims) return refuse({ kind: "unauthorised" })
  const row = await sessionOf(deps.db, claims)
  if (!row || row.revokedAt) return refuse({ kind: "unauthorised" })
  if (!row.usedAt)
    await deps.db
      .update(refreshTokens)
      .set({ usedAt: new Date(deps.clock()) })
      .where(and(eq(refreshTokens.id, claims.rid), isNull(refreshTokens.usedAt)))
  const now = deps.clock()
  if (now - row.lastUsedAt.getTime() >= useStep)
    await deps.db
      .update(sessions)
      .set({ lastUsedAt: new Date(now) })
      .where(and(eq(sessions.id, claims.sid), lte(sessions.lastUsedAt, new Date(now - useStep))))
  const { userId, email, role, tenantId } = row
  const reach = tenantId ? [tenantId, ...(row.beneath?.split(",") ?? [])] : []
  c.set("actor", { userId, email, role, tenantId, reach, sessionId: claims.sid, tokenId: claims.rid })
  await next()
}
