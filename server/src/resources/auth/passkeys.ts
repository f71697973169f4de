import { and, asc, eq } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { maxPasskeys, type Passkey, type PasskeyMade, type Passkeys, passkeyRules } from "../../../../src/contract/passkeys"
import { validate } from "../../../../src/core/rules"
import { countPasskeys, needsPasskey, relyingPartyOf, removePasskeys, renewRecoveryCodes } from "../../auth/passkeys"
import { anyStaff } from "../../auth/policy"
import type { Database } from "../../db/open"
import { users } from "../../db/schema"
import { recoveryCodes, passkeys as table } from "../../db/sign-in-tables"
import { refuse } from "../../errors/problem"
import { trimmed } from "../../http/body"
import type { Env } from "../../http/context"
import { requireId } from "../../http/request"
import { addAuditEntry } from "../../records/audit"
import { queueSecurityMessage } from "../../records/security-message"
import { json, literalTrue, route } from "../../routes/route"
import { id, instant, named, text, total } from "../../routes/schemas"
import { creationOptions, type NewCredential, newCredential, verifyNew } from "./webauthn"

/** A person's own passkeys and recovery codes (docs/contract.md#passkeys). Those of other people are missing. */

export const passkey = named("Passkey", {
  id,
  name: text,
  isBackedUp: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
}) satisfies z.ZodType<Passkey>

type Row = typeof table.$inferSelect

const passkeyValue = ({ id, name, isBackedUp, createdAt, lastUsedAt }: Row): Passkey => ({
  id,
  name,
  isBackedUp,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

type Person = { id: string; email: string; tenantId: string | null }

const personOf = (c: Context<Env>): Person => {
  const { userId, email, tenantId } = c.get("actor")
  return { id: userId, email, tenantId }
}

/** Changes of a person's passkeys happen one after the other. */
const lockPerson = (tx: Database, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update")

/**
 * Stores a passkey that was made, and makes recovery codes with the first one.
 * @param isFirst whether the person may have none yet @throws Refusal 400 for a wrong answer, 409 for too many
 */
export const addPasskey = async (
  c: Context<Env>,
  person: Person,
  given: { name: string; credential: NewCredential },
  isFirst = false,
): Promise<PasskeyMade> => {
  const deps = c.get("deps")
  const made = await verifyNew(c, person.id, given.credential)
  return deps.db.transaction(async tx => {
    await lockPerson(tx, person.id)
    const count = await countPasskeys(tx, person.id)
    if (isFirst && count) refuse({ kind: "malformed", key: "api.passkeyRefused" })
    if (count >= maxPasskeys) refuse({ kind: "conflict", key: "passkey.tooMany" })
    const row = { ...made, name: given.name, userId: person.id, createdAt: new Date(deps.clock()) }
    const [stored] = await tx.insert(table).values(row).onConflictDoNothing().returning()
    if (!stored) return refuse({ kind: "conflict", key: "passkey.taken" })
    const codes = count ? [] : await renewRecoveryCodes(deps, tx, person.id)
    const { id: userId, email, tenantId } = person
    const after = { name: stored.name, email, isBackedUp: stored.isBackedUp }
    await addAuditEntry(c, tx, { action: "create", entity: "passkey", id: stored.id, tenantId, after }, { userId, email })
    await queueSecurityMessage(c, tx, "passkeyAdded", person, { title: stored.name })
    return { passkey: passkeyValue(stored), recoveryCodes: codes }
  })
}

const list = route.get("/api/auth/passkeys", anyStaff, {
  summary: "Passkeys of the signed-in administrator, and how many recovery codes are left",
  answer: named("Passkeys", {
    passkeys: z.array(passkey),
    recoveryCodes: total,
    isRequired: z.boolean(),
    host: text.nullable(),
  }) satisfies z.ZodType<Passkeys>,
  handler: async ({ c, deps: { db } }) => {
    const { userId } = c.get("actor")
    const rows = await db.select().from(table).where(eq(table.userId, userId)).orderBy(asc(table.createdAt), asc(table.id))
    const value = {
      passkeys: rows.map(passkeyValue),
      recoveryCodes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
      isRequired: await needsPasskey(db, c.get("actor")),
      host: relyingPartyOf(c)?.id ?? null,
    }
    return { value }
  },
})

/** The options of the browser's call, as `parseCreationOptionsFromJSON` reads them. */
export const options = z.record(z.string(), z.unknown())

const begin = route.post("/api/auth/passkeys/options", anyStaff, {
  summary: "What the browser makes a passkey with; valid once, for five minutes",
  body: json(z.object({})),
  answer: options,
  errors: [409],
  handler: async ({ c, deps }) => ({ value: { ...(await creationOptions(c, deps.db, personOf(c))) } }),
})

export const passkeyBody = z.object({ name: trimmed(100), credential: newCredential })

export const checkName = <B extends { name: string }>(given: B) => validate(passkeyRules, given)

const add = route.post("/api/auth/passkeys", anyStaff, {
  summary: "Keep a passkey that the browser made",
  body: json(passkeyBody),
  answer: z.object({ passkey, recoveryCodes: z.array(text) }) satisfies z.ZodType<PasskeyMade>,
  errors: [409],
  handler: async ({ c, body }) => ({ value: await addPasskey(c, personOf(c), await body(checkName)) }),
})

const isOwn = (c: Context<Env>, given: string) => and(eq(table.id, requireId(given)), eq(table.userId, c.get("actor").userId))

const rename = route.put("/api/auth/passkeys/:id", anyStaff, {
  summary: "Name a passkey",
  body: json(z.object({ name: trimmed(100) })),
  required: ["name"],
  answer: passkey,
  handler: async ({ c, deps: { db }, params, body }) => {
    const own = isOwn(c, params.id)
    if (!(await db.$count(table, own))) refuse({ kind: "missing" })
    const { name } = await body(checkName)
    const [row] = await db.update(table).set({ name }).where(own).returning()
    return { value: passkeyValue(row ?? refuse({ kind: "missing" })) }
  },
})

/** @throws Refusal 409 for the last one where a passkey is required */
const remove = route.delete("/api/auth/passkeys/:id", anyStaff, {
  summary: "Remove a passkey, with the last one the recovery codes as well",
  answer: literalTrue,
  errors: [409],
  handler: async ({ c, deps: { db }, params }) => {
    const actor = c.get("actor")
    const person = personOf(c)
    await db.transaction(async tx => {
      await lockPerson(tx, person.id)
      const [row] = await tx.delete(table).where(isOwn(c, params.id)).returning()
      if (!row) return refuse({ kind: "missing" })
      const { tenantId } = person
      const before = { name: row.name, email: person.email, isBackedUp: row.isBackedUp }
      await addAuditEntry(c, tx, { action: "delete", entity: "passkey", id: row.id, tenantId, before })
      if (await countPasskeys(tx, person.id)) return
      if (await needsPasskey(tx, actor)) refuse({ kind: "conflict", key: "passkey.lastRequired" })
      await removePasskeys(tx, person.id)
    })
  },
})

const renewCodes = route.post("/api/auth/recovery-codes", anyStaff, {
  summary: "New recovery codes in place of all earlier ones, for an administrator who has a passkey",
  body: json(z.object({})),
  answer: z.object({ recoveryCodes: z.array(text) }),
  errors: [409],
  handler: async ({ c, deps }) => {
    const { id, email, tenantId } = personOf(c)
    return deps.db.transaction(async tx => {
      await lockPerson(tx, id)
      if (!(await countPasskeys(tx, id))) refuse({ kind: "conflict", key: "passkey.none" })
      const codes = await renewRecoveryCodes(deps, tx, id)
      const after = { name: email, recoveryCodes: codes.length }
      await addAuditEntry(c, tx, { action: "update", entity: "passkey", id, tenantId, after })
      return { value: { recoveryCodes: codes } }
    })
  },
})

export const ownPasskeys = [list, begin, add, rename, remove, renewCodes]
