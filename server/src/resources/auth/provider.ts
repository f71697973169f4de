import { createHash, randomBytes } from "node:crypto"
import { and, eq } from "drizzle-orm"
import type { Context } from "hono"
import { deleteCookie, getCookie, setCookie } from "hono/cookie"
import { z } from "zod"
import type { TokenPair } from "../../../../src/contract/session"
import type { SignInProblem } from "../../../../src/contract/sign-in-connections"
import { type Rules, required, validate } from "../../../../src/core/rules"
import { logRefusedSignIn, logSignIn } from "../../auth/security-log"
import { maySignIn, openSession } from "../../auth/sessions"
import { type Connection, clientOf, connectionFor, isOfConnection, personOfConnection } from "../../auth/sign-in-connections"
import { storeStep, takeStep } from "../../auth/steps"
import { consoleUrl } from "../../config"
import type { Database } from "../../db/open"
import { users } from "../../db/schema"
import { signInConnections, signInIdentities } from "../../db/sign-in-tables"
import { loggable } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import { trimmed } from "../../http/body"
import type { Deps, Env } from "../../http/context"
import { prefix } from "../../prefix"
import { json, redirect, route } from "../../routes/route"
import { text } from "../../routes/schemas"
import { requireEmail } from "./input"
import { authorizationUrl, newStep, type ProviderClaims, ProviderFailure, type ProviderStep, redeem } from "./openid"

/** Sign-in by a provider of OpenID Connect (docs/contract.md#sign-in-by-a-provider). */

/** How long a person may take at the provider, and how long the console may take to fetch the session, ms. */
const providerMs = 10 * 60_000
const sessionMs = 60_000
const cookieName = "provider"
const cookiePath = `${prefix}/Auth/provider`

/** `path`: the page of the console that a trial returns to. `challenge`: the hash of what the console exchanges the session with. */
type Away = ProviderStep & { connectionId: string; version: number; email: string; challenge: string; path?: string }

const hashOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

export const redirectUriOf = ({ config }: Deps) => `${consoleUrl(config)}${prefix}/Auth/provider/callback`

/**
 * Sends the browser to the provider. The cookie ties what comes back to this browser: an answer of a provider that somebody else has
 * asked for is refused.
 * @returns the provider's URL. @throws ProviderFailure
 */
export const leave = async (
  c: Context<Env>,
  connection: Connection,
  email: string,
  more: { challenge: string; path?: string },
) => {
  const deps = c.get("deps")
  const step = newStep(redirectUriOf(deps))
  const url = await c.get("outside")("names", () => authorizationUrl(deps, clientOf(deps, connection), step, email))
  const token = randomBytes(32).toString("base64url")
  const { id: connectionId, version } = connection
  await storeStep(deps, "provider", token, { ...step, connectionId, version, email, ...more } satisfies Away, providerMs)
  setCookie(c, cookieName, token, {
    path: cookiePath,
    httpOnly: true,
    sameSite: "Lax",
    secure: deps.config.publicUrl?.startsWith("https:") ?? false,
    maxAge: providerMs / 1000,
  })
  return url
}

/**
 * The person whom a provider names. A subject is linked by address once: later sign-ins ignore the address, and a second subject with
 * the same address is refused. @throws ProviderFailure
 */
const personOf = async (deps: Deps, connection: Connection, { subject, email, isVerified }: ProviderClaims) => {
  const { issuer, domains } = connection
  const isSubject = and(eq(signInIdentities.issuer, issuer), eq(signInIdentities.subject, subject))
  return deps.db.transaction(async tx => {
    const [linked] = await tx
      .select({ person: users })
      .from(signInIdentities)
      .innerJoin(users, eq(users.id, signInIdentities.userId))
      .where(and(isSubject, maySignIn, isOfConnection(connection)))
    if (linked) return linked.person
    const isOwnDomain = domains.includes(email.slice(email.lastIndexOf("@") + 1))
    const person =
      email && (isVerified || isOwnDomain) ? await personOfConnection({ ...deps, db: tx }, connection, email) : undefined
    if (!person) throw new ProviderFailure("unknownPerson")
    const identity = { issuer, subject, userId: person.id, createdAt: new Date(deps.clock()) }
    const [made] = await tx.insert(signInIdentities).values(identity).onConflictDoNothing().returning()
    if (!made) throw new ProviderFailure("unknownPerson", "The person has another subject, or the subject another person.")
    return person
  })
}

const readConnection = async (db: Database, id: string) => {
  const [row] = await db.select().from(signInConnections).where(eq(signInConnections.id, id))
  return row
}

const problemOf = (error: unknown): SignInProblem => (error instanceof ProviderFailure ? error.problem : "answer")

/** The path of the console, with what it is told in the fragment, which no server sees. */
const backTo = (c: Context<Env>, path: string, told: Record<string, string>) =>
  c.redirect(`${consoleUrl(c.get("deps").config)}${path}#${new URLSearchParams(told)}`, 302)

const start = route.get("/Auth/provider", "everybody", {
  summary: "Leads a browser to the provider of its person's company, or back to the sign-in page",
  query: { email: text, challenge: text },
  answer: redirect,
  handler: async ({ c, deps, query: { email: given = "", challenge = "" } }) => {
    const email = requireEmail(given)
    const connection = await connectionFor(deps, email)
    if (!connection || !/^[\w-]{43}$/.test(challenge)) return backTo(c, "/login", {})
    try {
      return c.redirect(await leave(c, connection, email, { challenge }), 302)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      deps.log.warn({
        signIn: "the provider cannot be asked",
        requestId: c.get("requestId"),
        problem: error.problem,
        ...loggable(error),
      })
      return backTo(c, "/login", { provider: problemOf(error), email })
    }
  },
})

const callback = route.get("/Auth/provider/callback", "everybody", {
  summary: "Where a provider sends a browser back",
  query: { code: text, state: text, iss: text, error: text },
  answer: redirect,
  handler: async ({ c, deps }) => {
    const token = getCookie(c, cookieName)
    deleteCookie(c, cookieName, { path: cookiePath })
    const away = token ? await takeStep<Away>(deps, "provider", token) : undefined
    if (!away) return backTo(c, "/login", { provider: "expired" })
    const path = away.path ?? "/login"
    try {
      const connection = await readConnection(deps.db, away.connectionId)
      if (!connection || (!away.path && connection.state === "off")) throw new ProviderFailure("expired")
      const answered = new URL(c.req.url).searchParams
      const claims = await c.get("outside")("names", () => redeem(deps, clientOf(deps, connection), away, answered))
      if (away.path) return backTo(c, path, { provider: await endTrial(deps, connection, away, claims) })
      const person = await personOf(deps, connection, claims)
      const session = randomBytes(32).toString("base64url")
      await storeStep(deps, "session", session, { userId: person.id, challenge: away.challenge }, sessionMs)
      return backTo(c, path, { session })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (!away.path) logRefusedSignIn(c, "provider", error.problem)
      deps.log.warn({ signIn: "refused", requestId: c.get("requestId"), problem: error.problem, ...loggable(error) })
      return backTo(c, path, { provider: error.problem, ...(!away.path && { email: away.email }) })
    }
  },
})

/** A trial changes nothing but that it is known to have worked with these values. */
const endTrial = async (deps: Deps, connection: Connection, { version }: Away, claims: ProviderClaims) => {
  const isUsable = claims.email !== "" && (await personOfConnection(deps, connection, claims.email)) !== undefined
  if (!isUsable) return "unknownPerson"
  const isTried = and(eq(signInConnections.id, connection.id), eq(signInConnections.version, version))
  const [tried] = await deps.db
    .update(signInConnections)
    .set({ triedAt: new Date(deps.clock()) })
    .where(isTried)
    .returning()
  return tried ? "tried" : "expired"
}

const exchangeBody = z.object({ session: trimmed(100), verifier: trimmed(100) })
const exchangeRules: Rules<z.output<typeof exchangeBody>> = {
  session: required("api.providerExpired"),
  verifier: required("api.providerExpired"),
}

/** @param exchange.verifier what only the page has that the person signed in from */
const exchange = route.post("/api/auth/exchange", "everybody", {
  summary: "Exchange what a sign-in by a provider came back with for tokens, once, within 60 s",
  body: json(exchangeBody),
  required: ["session", "verifier"],
  answer: z.object({ token: text, refreshToken: text, refreshTokenExpiryTime: text }) satisfies z.ZodType<TokenPair>,
  handler: async ({ c, deps, body }) => {
    const { session, verifier } = await body(given => validate(exchangeRules, given))
    const found = await takeStep<{ userId: string; challenge: string }>(deps, "session", session)
    if (!found || hashOf(verifier) !== found.challenge) return refuse({ kind: "malformed", key: "api.providerExpired" })
    const isPerson = and(eq(users.id, found.userId), maySignIn)
    const [person] = await deps.db.select().from(users).where(isPerson)
    if (!person) return refuse({ kind: "malformed", key: "api.providerExpired" })
    logSignIn(c, "provider", person)
    return { value: await openSession(deps, person, c.req.header("User-Agent") ?? "", "provider") }
  },
})

export const provider = [start, callback, exchange]
