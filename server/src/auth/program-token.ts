import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Context } from "hono"
import { matchedRoutes } from "hono/route"
import { provisionScope } from "../../../src/contract/tokens"
import { crc32 } from "../../../src/core/spreadsheet/crc32"
import type { Database } from "../db/open"
import { accessTokens as table } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Env } from "../http/context"
import { enforceLimit, type Limit } from "../http/rate-limit"
import { routeOf } from "../http/request"
import { readActor } from "./actor"
import { base62 } from "./base62"
import { isRestricted } from "./policy"
import { hashToken } from "./secrets"

/** Access tokens of programs: their format, and who calls by one (docs/contract.md#access-tokens). */

/** Six characters by which a scanner recognises a token, and a mistyped one is refused without a query. */
const checkOf = (random: string) => base62(BigInt(crc32(Buffer.from(random))), 6)

/** A new secret: `cck_`, 32 random bytes as 43 characters, and the check characters. */
export const createSecret = (): string => {
  const random = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43)
  return `cck_${random}${checkOf(random)}`
}

/** The hash of a secret; undefined for one that is mistyped. */
const hashOf = (secret: string) => {
  const [, random = "", check] = /^cck_([\dA-Za-z]{43})([\dA-Za-z]{6})$/.exec(secret) ?? []
  return check === checkOf(random) ? hashToken(secret) : undefined
}

/** The token of a secret, with its person while that may act without restriction for the company that it was made for. */
const readToken = async (db: Database, tokenHash: string | undefined, now: number) => {
  const [token] = tokenHash ? await db.select().from(table).where(eq(table.tokenHash, tokenHash)) : []
  const person = token && token.expiresAt.getTime() > now ? await readActor(db, token.userId) : undefined
  const isEntitled = person && person.role !== "User" && !isRestricted(person) && person.tenantId === token?.tenantId
  return token && isEntitled ? { ...token, person } : undefined
}

/** Precision of `lastUsedAt`, ms. */
const lastUsedStepMs = 60_000
/** Limits of a token: its calls, and by their cost its reads of more than one record. */
const calls: Limit = { name: "token", calls: 60, windowMs: 1_000 }
const reads: Limit = { name: "token reads", calls: 1_000, windowMs: 3_600_000 }
/** Of a company's directory, which sends its people in one run, and asks for each before. */
const provisioningCalls: Limit = { ...calls, calls: 200 }
/** Cost of a list that is sorted or searched: the database reads more than its page. */
const sortedListCost = 16

/**
 * Sets the actor of a call with an access token: its person, with the scopes as permissions. Routes whose policy names no module are
 * closed to it, and to a token of the platform without scopes all that write. @param secret begins with `cck_`. @throws Refusal 401, 403, 429
 */
export const actAsProgram = async (c: Context<Env>, secret: string) => {
  const deps = c.get("deps")
  const now = deps.clock()
  const token = await readToken(deps.db, hashOf(secret), now)
  if (!token) return refuse({ kind: "unauthorised", key: "api.tokenInvalid" })
  const { id, name, scopes, person, lastUsedAt } = token
  c.set("actor", Object.freeze({ ...person, permissions: scopes, token: { id, name } }))
  const { method } = c.req
  const route = routeOf(c)
  await enforceLimit(deps, scopes.includes(provisionScope) ? provisioningCalls : calls, id)
  const namesPerson = route?.includes("/scim/") && c.req.query("filter")?.trim()
  if (method === "GET" && !namesPerson && !/\/:(id|code)$/.test(route ?? "")) {
    const cost = c.req.query("sortBy") || c.req.query("keyword") ? sortedListCost : 1
    await enforceLimit(deps, { ...reads, cost }, id)
  }
  const guards = matchedRoutes(c).filter(guard => guard.method === method && guard.path === route)
  if (!guards.some(({ handler }) => (handler as { takesTokens?: boolean }).takesTokens))
    refuse({ kind: "denied", key: "api.tokenClosed" })
  if (method !== "GET" && person.role === "Administrator" && !scopes.length) refuse({ kind: "denied", key: "api.tokenScope" })
  if (lastUsedAt && now - lastUsedAt.getTime() < lastUsedStepMs) return
  await deps.db
    .update(table)
    .set({ lastUsedAt: new Date(now) })
    .where(eq(table.id, id))
}
