import { randomBytes } from "node:crypto"
import { and, eq, ne } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import type { PasskeyConfirmation } from "../../../../src/contract/passkeys"
import type { SessionWay, TokenPair } from "../../../../src/contract/session"
import { countPasskeys, needsPasskey, useRecoveryCode } from "../../auth/passkeys"
import { logRefusedSignIn, logSignIn } from "../../auth/security-log"
import { maySignIn, openSession } from "../../auth/sessions"
import { acceptsCode } from "../../auth/sign-in-connections"
import { readStep, storeStep, takeStep, tryStep } from "../../auth/steps"
import { users } from "../../db/schema"
import { recoveryCodes } from "../../db/sign-in-tables"
import { refuse } from "../../errors/problem"
import { trimmed } from "../../http/body"
import type { Deps, Env } from "../../http/context"
import { addAuditEntry } from "../../records/audit"
import { queueSecurityMessage } from "../../records/security-message"
import { json, route } from "../../routes/route"
import { instant, named, text } from "../../routes/schemas"
import { addPasskey, checkName, options, passkeyBody } from "./passkeys"
import { creationOptions, refusePasskey, requestOptions, usedCredential, verifyUsed } from "./webauthn"

/** Sign-in by a passkey: in place of a code, or after one that it confirms (docs/contract.md#passkeys). */

/** How long a right code waits for its confirmation, ms, and how many recovery codes may be tried. */
const confirmationMs = 10 * 60_000
const maxRecoveryTries = 5

export const tokens = named("Tokens", {
  token: text,
  refreshToken: text,
  refreshTokenExpiryTime: instant,
}) satisfies z.ZodType<TokenPair>

export const confirmation = named("PasskeyConfirmation", {
  confirmation: text,
  hasPasskey: z.boolean(),
}) satisfies z.ZodType<PasskeyConfirmation>

type Person = typeof users.$inferSelect

/** After a right code: what the person confirms with a passkey; undefined where none is required. */
export const confirmationOf = async (deps: Deps, person: Person): Promise<PasskeyConfirmation | undefined> => {
  if (!(await needsPasskey(deps.db, person))) return undefined
  const token = randomBytes(32).toString("base64url")
  await storeStep(deps, "confirmation", token, person.id, confirmationMs)
  return { confirmation: token, hasPasskey: (await countPasskeys(deps.db, person.id)) > 0 }
}

/** An administrator who may sign in, beside their company's provider. */
const administratorOf = async (deps: Deps, userId: string): Promise<Person | undefined> => {
  const isIt = and(eq(users.id, userId), ne(users.role, "User"), maySignIn)
  const [person] = await deps.db.select().from(users).where(isIt)
  return person && (await acceptsCode(deps, person)) ? person : undefined
}

const refuseExpired = () => refuse({ kind: "malformed", key: "api.confirmationExpired" })

/** The person whose right code waits. @throws Refusal 400 */
const waiting = async (deps: Deps, userId: string | undefined): Promise<Person> =>
  (userId && (await administratorOf(deps, userId))) || refuseExpired()

/** Uses a confirmation up, of which one alone gives a session. @throws Refusal 400 */
const end = async (deps: Deps, token: string) => {
  if (!(await takeStep(deps, "confirmation", token))) refuseExpired()
}

const enter = (c: Context<Env>, person: Person, way: SessionWay, by: string = way) => {
  const deps = c.get("deps")
  logSignIn(c, way, person, by)
  return openSession(deps, person, c.req.header("User-Agent") ?? "", way)
}

const optional = trimmed(100)

/** @param confirmation of a right code, "" for a sign-in without one; whose person has no passkey gets the options to make one */
const begin = route.post("/api/auth/passkey/options", "everybody", {
  summary: "What the browser signs in with, or makes the first passkey with; valid once, for five minutes",
  body: json(z.object({ confirmation: optional })),
  example: {},
  answer: options,
  errors: [409],
  handler: async ({ c, deps, body }) => {
    const { confirmation } = await body()
    if (!confirmation) return { value: { ...(await requestOptions(c, deps.db, null)) } }
    const person = await waiting(deps, await readStep<string>(deps, "confirmation", confirmation))
    const make = (await countPasskeys(deps.db, person.id))
      ? requestOptions(c, deps.db, person.id)
      : creationOptions(c, deps.db, person)
    return { value: { ...(await make) } }
  },
})

const use = route.post("/api/auth/passkey", "everybody", {
  summary: "Sign in with a passkey, in place of a code or after one",
  body: json(z.object({ credential: usedCredential, confirmation: optional })),
  answer: tokens,
  errors: [409],
  handler: async ({ c, deps, body }) => {
    const { credential, confirmation } = await body()
    const awaited = confirmation && (await waiting(deps, await readStep<string>(deps, "confirmation", confirmation)))
    const userId = await verifyUsed(c, awaited ? awaited.id : null, credential)
    const person = awaited || (await administratorOf(deps, userId)) || refusePasskey(c, "may not sign in")
    if (confirmation) await end(deps, confirmation)
    return { value: await enter(c, person, "passkey") }
  },
})

const first = route.post("/api/auth/passkey/first", "everybody", {
  summary: "Make the first passkey after a right code, and sign in",
  body: json(passkeyBody.extend({ confirmation: optional })),
  answer: z.object({ ...tokens.shape, recoveryCodes: z.array(text) }),
  errors: [409],
  handler: async ({ c, deps, body }) => {
    const { confirmation, ...given } = await body(checkName)
    const person = await waiting(deps, await readStep<string>(deps, "confirmation", confirmation))
    const { recoveryCodes } = await addPasskey(c, person, given, true)
    await end(deps, confirmation)
    return { value: { ...(await enter(c, person, "passkey")), recoveryCodes } }
  },
})

const recover = route.post("/api/auth/passkey/recovery", "everybody", {
  summary: "Confirm a right code with a recovery code, which is used up",
  body: json(z.object({ confirmation: optional, code: trimmed(100) })),
  answer: tokens,
  handler: async ({ c, deps, body }) => {
    const { confirmation, code } = await body()
    const person = await waiting(deps, await tryStep<string>(deps, "confirmation", confirmation, maxRecoveryTries))
    const { id, email, tenantId } = person
    const isRight = await deps.db.transaction(async tx => {
      if (!(await useRecoveryCode(deps, tx, id, code))) return false
      const left = await tx.$count(recoveryCodes, eq(recoveryCodes.userId, id))
      const change = { before: { name: email, recoveryCodes: left + 1 }, after: { name: email, recoveryCodes: left } }
      await addAuditEntry(c, tx, { action: "update", entity: "passkey", id, tenantId, ...change }, { userId: id, email })
      await queueSecurityMessage(c, tx, "recoveryCodeUsed", person, { left: String(left) })
      return true
    })
    if (!isRight) {
      logRefusedSignIn(c, "code", "recovery code", person)
      return refuse({ kind: "malformed", key: "api.recoveryCodeWrong" })
    }
    await end(deps, confirmation)
    return { value: await enter(c, person, "code", "recovery code") }
  },
})

export const passkeySignIn = [begin, use, first, recover]
