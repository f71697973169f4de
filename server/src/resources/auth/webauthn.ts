import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server"
import { decodeAttestationObject } from "@simplewebauthn/server/helpers"
import { and, eq } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type RelyingParty, relyingPartyOf } from "../../auth/passkeys"
import { logRefusedSignIn } from "../../auth/security-log"
import { storeStep, takeStep } from "../../auth/steps"
import type { Database } from "../../db/open"
import { passkeys } from "../../db/sign-in-tables"
import { loggable } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { translate } from "../../http/messages"

/** What is asked of an authenticator, and whether what it answers is right (docs/security.md#passkeys). */

/** How long a person may take with the authenticator, ms. */
const challengeMs = 5 * 60_000
/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257]

/** What a challenge was made for: it is right for nothing and nobody else. */
type Challenge = { userId: string | null }

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)
const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
}

export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
})
export const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(100).nullish(),
  }),
})
export type NewCredential = z.output<typeof newCredential>
type UsedCredential = z.output<typeof usedCredential>

type Passkey = typeof passkeys.$inferSelect

/** @throws Refusal 409 where the console's address allows no passkeys */
export const requireRelyingParty = (c: Context<Env>): RelyingParty =>
  relyingPartyOf(c) ?? refuse({ kind: "conflict", key: "passkey.noAddress" })

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"))
const handleOf = (userId: string) => Buffer.from(userId).toString("base64url")

/** Refuses what an authenticator answered; the log has why. @throws Refusal 400 */
export const refusePasskey = (c: Context<Env>, reason: string, error?: unknown): never => {
  const log = { passkey: "refused", requestId: c.get("requestId"), reason, ...(error !== undefined && loggable(error)) }
  c.get("deps").log.warn(log)
  const actor: Env["Variables"]["actor"] | undefined = c.get("actor")
  if (!actor) logRefusedSignIn(c, "passkey", reason)
  return refuse({ kind: "malformed", key: "api.passkeyRefused" })
}

const listOf = (rows: readonly Passkey[]) => rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/** What a person's browser makes a passkey with. */
export const creationOptions = async (c: Context<Env>, db: Database, person: { id: string; email: string }) => {
  const { id } = requireRelyingParty(c)
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, person.id))
  const options = await generateRegistrationOptions({
    rpName: translate(c.get("language"), "app.name"),
    rpID: id,
    userName: person.email,
    userDisplayName: person.email,
    userID: new Uint8Array(Buffer.from(person.id)),
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: listOf(rows),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  })
  await storeStep(c.get("deps"), "newPasskey", options.challenge, { userId: person.id } satisfies Challenge, challengeMs)
  return options
}

/** What a browser signs in with. @param userId whose passkeys alone; null: whichever the person chooses */
export const requestOptions = async (c: Context<Env>, db: Database, userId: string | null) => {
  const { id } = requireRelyingParty(c)
  const rows = userId ? await db.select().from(passkeys).where(eq(passkeys.userId, userId)) : []
  const options = await generateAuthenticationOptions({
    rpID: id,
    timeout: challengeMs,
    userVerification: "required",
    ...(userId && { allowCredentials: listOf(rows) }),
  })
  await storeStep(c.get("deps"), "passkey", options.challenge, { userId } satisfies Challenge, challengeMs)
  return options
}

/** Takes the challenge that an answer was made for, which nothing else can use then. @throws Refusal 400 */
const takeChallenge = async (
  c: Context<Env>,
  kind: "newPasskey" | "passkey",
  clientDataJSON: string,
  userId: string | null,
): Promise<string> => {
  let challenge: unknown
  try {
    challenge = Object(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"))).challenge
  } catch (error) {
    return refusePasskey(c, "unreadable", error)
  }
  const given = typeof challenge === "string" ? challenge : ""
  const found = await takeStep<Challenge>(c.get("deps"), kind, given)
  if (!found || found.userId !== userId) return refusePasskey(c, "challenge")
  return given
}

/**
 * The attestation is not asked for, and says nothing that counts. One with certificates is refused: checking them would call addresses
 * that the certificates name.
 */
const hasCertificates = (attestationObject: string) => {
  const decoded = decodeAttestationObject(toBytes(attestationObject))
  const statement = decoded.get("attStmt")
  return decoded.get("fmt") !== "none" && (decoded.get("fmt") !== "packed" || statement.get("x5c") !== undefined)
}

/** The passkey that a browser made for a person. @throws Refusal 400 */
export const verifyNew = async (c: Context<Env>, userId: string, response: NewCredential) => {
  const { id, origin } = requireRelyingParty(c)
  const expectedChallenge = await takeChallenge(c, "newPasskey", response.response.clientDataJSON, userId)
  try {
    if (hasCertificates(response.response.attestationObject))
      throw new Error("An attestation with certificates was not asked for.")
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as never,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) throw new Error("The passkey is not verified.")
    const { credential, credentialBackedUp: isBackedUp } = registrationInfo
    const publicKey = Buffer.from(credential.publicKey).toString("base64url")
    return {
      credentialId: credential.id,
      publicKey,
      counter: credential.counter,
      transports: response.response.transports,
      isBackedUp,
    }
  } catch (error) {
    return refusePasskey(c, "new", error)
  }
}

/**
 * The person whose passkey a browser answered with.
 * @param userId who it has to be; null for a sign-in without a code
 * @throws Refusal 400, also for a counter that is not above the stored one: the passkey has been copied
 */
export const verifyUsed = async (c: Context<Env>, userId: string | null, response: UsedCredential): Promise<string> => {
  const { id, origin } = requireRelyingParty(c)
  const { db, clock } = c.get("deps")
  const expectedChallenge = await takeChallenge(c, "passkey", response.response.clientDataJSON, userId)
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
  if (!row || (userId && row.userId !== userId)) return refusePasskey(c, "unknown")
  const { userHandle } = response.response
  if (userHandle ? userHandle !== handleOf(row.userId) : !userId) return refusePasskey(c, "person")
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: row.credentialId, publicKey: toBytes(row.publicKey), counter: row.counter },
    })
    if (!verified) throw new Error("The signature is wrong.")
    // The counter may have been raised by a call at the same time.
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo
    const [used] = await db
      .update(passkeys)
      .set({ counter, isBackedUp, lastUsedAt: new Date(clock()) })
      .where(and(eq(passkeys.id, row.id), eq(passkeys.counter, row.counter)))
      .returning({ id: passkeys.id })
    if (!used) throw new Error("The counter has changed meanwhile.")
    return row.userId
  } catch (error) {
    return refusePasskey(c, "used", error)
  }
}
