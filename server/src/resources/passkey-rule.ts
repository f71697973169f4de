import { and, eq, isNull, ne, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import type { PasskeyRule } from "../../../src/contract/passkeys"
import { countPasskeys, needsPasskey, removePasskeys } from "../auth/passkeys"
import { may, ownerOf, platformOwner, unrestricted } from "../auth/policy"
import { closeAllSessions, maySignIn } from "../auth/sessions"
import { isOfConnection } from "../auth/sign-in-connections"
import type { Database } from "../db/open"
import { users } from "../db/schema"
import { passkeys, passkeyRules as table } from "../db/sign-in-tables"
import { refuse, refuseField } from "../errors/problem"
import type { Env } from "../http/context"
import { requireId } from "../http/request"
import { user } from "../kinds/user"
import { refuseRestricted } from "../kinds/user-access"
import { addAuditEntry } from "../records/audit"
import { readOwn, read as readRecord } from "../records/find"
import { queueSecurityMessage } from "../records/security-message"
import { json, route } from "../routes/route"
import { named, total } from "../routes/schemas"
import { requireRelyingParty } from "./auth/webauthn"

/** Whether administrators need a passkey, and the reset of another one's (docs/contract.md#passkeys). */

const ownerIn = (c: Context<Env>) => ownerOf(c.get("actor")) ?? platformOwner

const read = async (c: Context<Env>, db: Database): Promise<PasskeyRule> => {
  const actor = c.get("actor")
  const [own] = await db
    .select()
    .from(table)
    .where(eq(table.owner, ownerIn(c)))
  const isRequired = own?.isRequired ?? false
  const hasNone = sql`not exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`
  const isCovered = isOfConnection({ tenantId: ownerOf(actor) })
  return {
    isRequired,
    isInherited: !isRequired && (await needsPasskey(db, actor)),
    without: await db.$count(users, and(ne(users.role, "User"), isNull(users.deletedAt), maySignIn, isCovered, hasNone)),
    hasOwn: (await countPasskeys(db, actor.userId)) > 0,
  }
}

const rule = named("PasskeyRule", {
  isRequired: z.boolean(),
  isInherited: z.boolean(),
  without: total,
  hasOwn: z.boolean(),
}) satisfies z.ZodType<PasskeyRule>

const get = route.get("/sign-in/passkeys", unrestricted, {
  summary: "Whether administrators of the own company and its subsidiaries, or of the platform, need a passkey",
  answer: rule,
  handler: async ({ c, deps }) => ({ value: await read(c, deps.db) }),
})

const put = route.put("/sign-in/passkeys", unrestricted, {
  summary: "Require a passkey of administrators, by one who has a passkey",
  body: json(z.object({ isRequired: z.boolean() })),
  example: { isRequired: false },
  answer: rule,
  errors: [409],
  handler: async ({ c, deps, body }) => {
    const { isRequired } = await body()
    const actor = c.get("actor")
    if (isRequired) requireRelyingParty(c)
    return deps.db.transaction(async tx => {
      if (isRequired && !(await countPasskeys(tx, actor.userId))) refuseField("isRequired", "passkey.ownFirst")
      const before = await read(c, tx)
      const values = { isRequired, updatedAt: new Date(deps.clock()) }
      await tx
        .insert(table)
        .values({ owner: ownerIn(c), ...values })
        .onConflictDoUpdate({ target: table.owner, set: values })
      if (before.isRequired !== isRequired)
        await addAuditEntry(c, tx, {
          action: "update",
          entity: "passkey",
          id: ownerOf(actor) ?? actor.userId,
          tenantId: ownerOf(actor),
          before: { isRequired: before.isRequired },
          after: { isRequired },
        })
      return { value: await read(c, tx) }
    })
  },
})

const count = z.object({ count: total })

const countOf = route.get("/user/:id/passkeys", may("read", ["employees", "users"], { forPeople: true }), {
  summary: "How many passkeys an administrator has",
  answer: count,
  handler: async ({ c, deps, params }) => {
    const { row } = await readRecord(c, user, requireId(params.id))
    return { value: { count: await countPasskeys(deps.db, row.id) } }
  },
})

/** @throws Refusal 409 for oneself, who removes them one by one */
const reset = route.delete("/user/:id/passkeys", may("write", "employees", { forPeople: true }), {
  summary: "Remove all passkeys and recovery codes of another administrator, whose sessions end",
  answer: count,
  handler: async ({ c, deps, params }) => {
    const actor = c.get("actor")
    const { row } = await readOwn(c, user, requireId(params.id))
    if (row.id === actor.userId) refuse({ kind: "conflict", key: "passkey.ownReset" })
    refuseRestricted(actor, row)
    return deps.db.transaction(async tx => {
      const count = await removePasskeys(tx, row.id)
      if (!count) return { value: { count } }
      await closeAllSessions({ ...deps, db: tx }, row.id)
      const { id, email, tenantId } = row
      const before = { name: email, passkeys: count }
      await addAuditEntry(c, tx, { action: "delete", entity: "passkey", id, tenantId, before })
      await queueSecurityMessage(c, tx, "passkeysReset", row, { name: actor.email })
      return { value: { count } }
    })
  },
})

export const passkeyRule = [get, put, countOf, reset]
