import { createHmac, randomInt } from "node:crypto"
import { isIP } from "node:net"
import { and, eq, inArray, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import { recoveryCodeCount } from "../../../src/contract/passkeys"
import type { Role } from "../../../src/contract/session"
import type { Database } from "../db/open"
import { passkeys, recoveryCodes, passkeyRules as rules } from "../db/sign-in-tables"
import type { Deps, Env } from "../http/context"
import { platformOwner } from "./policy"

/** Whose passkeys there are, who needs one, and recovery codes (docs/security.md#passkeys). */

/** `id`: the host that passkeys are bound to. */
export type RelyingParty = { id: string; origin: string }

/**
 * The console's address: PUBLIC_URL, or in a demonstration the address that the browser names. Undefined where browsers make no
 * passkey: without an address, and for IP addresses.
 */
export const relyingPartyOf = (c: Context<Env>): RelyingParty | undefined => {
  const { publicUrl, mode } = c.get("deps").config
  const address = publicUrl ?? (mode === "demo" ? (c.req.header("Origin") ?? c.req.url) : "")
  if (!URL.canParse(address)) return undefined
  const { hostname, origin, protocol } = new URL(address)
  const isSecure = protocol === "https:" || /(^|\.)localhost$/.test(hostname)
  return isIP(hostname.replace(/^\[|\]$/g, "")) || !isSecure ? undefined : { id: hostname, origin }
}

type Person = { id: string; role: Role; tenantId: string | null }

/** The rules that hold for people of a company, or of the platform: its own, and that of its parent. */
export const rulesFor = (tenantId: string | null) =>
  tenantId
    ? or(eq(rules.owner, tenantId), sql`${rules.owner} = (select parent_id::text from tenants where id = ${tenantId})`)
    : eq(rules.owner, platformOwner)

/** Whether a person enters with a passkey alone: an administrator whose company, or the platform, requires it. */
export const needsPasskey = async (db: Database, { role, tenantId }: Omit<Person, "id">): Promise<boolean> =>
  role !== "User" && (await db.$count(rules, and(eq(rules.isRequired, true), rulesFor(tenantId)))) > 0

export const countPasskeys = (db: Database, userId: string) => db.$count(passkeys, eq(passkeys.userId, userId))

/** Removes everything that a person could sign in with beside codes. @returns how many passkeys there were */
export const removePasskeys = async (db: Database, userId: string): Promise<number> => {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return (await db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })).length
}

/** Without letters and digits that look alike: ten of them have 49 bits. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz"
const newCode = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("")

const hashOf = (codeSecret: string, userId: string, code: string) =>
  createHmac("sha256", codeSecret).update(`recovery\n${userId}\n${code}`).digest("base64url")

/** Replaces the recovery codes of a person. @returns them as they are shown, this once */
export const renewRecoveryCodes = async ({ config, clock }: Deps, tx: Database, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const createdAt = new Date(clock())
  await tx.insert(recoveryCodes).values(codes.map(code => ({ hash: hashOf(config.codeSecret, userId, code), userId, createdAt })))
  return codes.map(code => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Uses a recovery code up. @returns whether it was one of the person's */
export const useRecoveryCode = async ({ config }: Deps, tx: Database, userId: string, given: string): Promise<boolean> => {
  const code = given.toLowerCase().replace(/[^a-z0-9]/g, "")
  const isIt = and(
    inArray(
      recoveryCodes.hash,
      config.codeSecrets.map(secret => hashOf(secret, userId, code)),
    ),
    eq(recoveryCodes.userId, userId),
  )
  return (await tx.delete(recoveryCodes).where(isIt).returning({ hash: recoveryCodes.hash })).length > 0
}
