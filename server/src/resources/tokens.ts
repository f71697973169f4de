import { and, desc, eq, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import * as contract from "../../../src/contract/tokens"
import { validate } from "../../../src/core/rules"
import { ownerOf, unrestricted } from "../auth/policy"
import { createSecret } from "../auth/program-token"
import { seal, unseal } from "../auth/seal"
import { hashToken } from "../auth/secrets"
import type { Database } from "../db/open"
import { fullName, accessTokens as table, users } from "../db/schema"
import { refuse, refuseField } from "../errors/problem"
import { numberOr, trimmed } from "../http/body"
import type { Actor } from "../http/context"
import { requireId } from "../http/request"
import { addAuditEntry } from "../records/audit"
import { idempotent } from "../records/idempotency"
import { json, literalTrue, route } from "../routes/route"
import { id, instant, named, text } from "../routes/schemas"

/** Access tokens of programs, of the actor's company or of the platform (docs/contract.md#access-tokens). */

const { tokenScopes, maxTokens: limit } = contract
const tokenBody = z.object({
  name: trimmed(contract.maxTokenName),
  scopes: z.array(z.enum(tokenScopes)).max(tokenScopes.length),
  days: numberOr(contract.blank.days),
})

const accessToken = named("AccessToken", {
  id,
  name: text,
  scopes: z.array(text),
  hint: text,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  createdAt: instant,
  ownerName: text,
  isOwn: z.boolean(),
}) satisfies z.ZodType<contract.AccessToken>

const isOwned = (tenantId: string | null) => (tenantId ? eq(table.tenantId, tenantId) : isNull(table.tenantId))

const readTokens = async (db: Database, actor: Actor, id?: string): Promise<contract.AccessToken[]> => {
  const rows = await db
    .select({ row: table, ownerName: fullName })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(and(isOwned(ownerOf(actor)), id ? eq(table.id, id) : undefined))
    .orderBy(desc(table.createdAt), table.id)
  return rows.map(({ row: { userId, tenantId: _, tokenHash: __, expiresAt, lastUsedAt, createdAt, ...members }, ownerName }) => ({
    ...members,
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    ownerName,
    isOwn: userId === actor.userId,
  }))
}

const logged = ({ id, name, scopes, expiresAt }: contract.AccessToken, actor: Actor) =>
  ({ entity: "accesstoken", id, tenantId: ownerOf(actor), after: { name, scopes, expiresAt } }) as const

const list = route.get("/token", unrestricted, {
  summary: "Access tokens of the company, or of the platform",
  answer: z.array(accessToken),
  handler: async ({ c, deps }) => ({ value: await readTokens(deps.db, c.get("actor")) }),
})

/** Makes a token, once per Idempotency-Key. The answer with the secret is kept encrypted for the time of repetitions. */
const create = route.post("/token", unrestricted, {
  summary: "Create an access token; no other answer has its secret",
  body: json(tokenBody),
  required: ["name", "scopes"],
  example: { name: "Bordro aktarımı", scopes: ["employees.read"], days: 90 },
  answer: z.object({ token: accessToken, secret: text }),
  handler: async ({ c, deps, body }) => {
    const actor = c.get("actor")
    const tenantId = ownerOf(actor)
    const { clock, config } = deps
    const given = await body(draft => validate(contract.tokenRules(!tenantId), draft))
    const create = async (tx: Database) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`tokens ${tenantId}`}))`)
      if ((await tx.$count(table, isOwned(tenantId))) >= limit) refuseField("name", { key: "rule.tooMany", params: { limit } })
      const secret = createSecret()
      const values = {
        tenantId,
        userId: actor.userId,
        name: given.name,
        scopes: (tenantId ? tokenScopes : contract.platformScopes).filter(scope => given.scopes.includes(scope)),
        hint: secret.slice(0, 8),
        tokenHash: hashToken(secret),
        expiresAt: new Date(clock() + given.days * 86_400_000),
        createdAt: new Date(clock()),
      }
      const [row] = await tx.insert(table).values(values).returning({ id: table.id })
      const [token] = await readTokens(tx, actor, row?.id ?? "")
      if (!token) throw new Error("The access token was not stored.")
      await addAuditEntry(c, tx, { action: "create", ...logged(token, actor) })
      return { answer: { sealed: seal(config.codeSecret, { token, secret }) } }
    }
    const { answer } = await idempotent(c, given, create, { comparesBody: true })
    return { value: unseal<contract.NewAccessToken>(config.codeSecrets, answer.sealed) }
  },
})

/** Ends a token at once and for good. */
const revoke = route.delete("/token/:id", unrestricted, {
  summary: "Revoke an access token at once",
  answer: literalTrue,
  handler: async ({ c, deps, params }) => {
    const actor = c.get("actor")
    await deps.db.transaction(async tx => {
      const [token] = await readTokens(tx, actor, requireId(params.id))
      if (!token) return refuse({ kind: "missing" })
      await tx.delete(table).where(eq(table.id, token.id))
      const { after, ...entry } = logged(token, actor)
      await addAuditEntry(c, tx, { action: "delete", ...entry, before: after })
    })
  },
})

export const tokens = [list, create, revoke]
