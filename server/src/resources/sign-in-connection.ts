import { and, arrayOverlaps, eq, inArray, isNull, ne } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import {
  isDomain,
  maxSignInDomains,
  type SignInConnection,
  type SignInDraft,
  signInProblems,
  signInRules,
  signInStates,
} from "../../../src/contract/sign-in-connections"
import { checkChange } from "../../../src/core/rules"
import { ownerOf, unrestricted } from "../auth/policy"
import { seal } from "../auth/seal"
import { maySignIn } from "../auth/sessions"
import { type Connection, clientOf, hasOthersIn, isOfConnection } from "../auth/sign-in-connections"
import { consoleUrl } from "../config"
import type { Database } from "../db/open"
import { fullName, users } from "../db/schema"
import { signInIdentities, signInConnections as table } from "../db/sign-in-tables"
import { refuse, refuseField, refuseInvalid } from "../errors/problem"
import { limited, trimmed } from "../http/body"
import type { Env } from "../http/context"
import { addAuditEntry } from "../records/audit"
import { refuseOtherVersion } from "../records/version"
import { json, literalTrue, route } from "../routes/route"
import { instant, named, text, total } from "../routes/schemas"
import { ProviderFailure, testProvider } from "./auth/openid"
import { leave, redirectUriOf } from "./auth/provider"

/** The connection of the own company, or of the platform, to a provider (docs/contract.md#sign-in-by-a-provider). */

const body = z.object({
  issuer: trimmed(500).transform(given => given.replace(/\/+$/, "")),
  clientId: trimmed(200),
  secret: limited(500).default(""),
  domains: z
    .array(trimmed(253))
    .max(maxSignInDomains)
    .transform(given => [...new Set(given.map(domain => domain.toLowerCase()).filter(Boolean))]),
  state: z.enum(signInStates),
  wayBackId: trimmed(50).default(""),
})

const connection = named("SignInConnection", {
  issuer: text,
  clientId: text,
  hasSecret: z.boolean(),
  domains: z.array(text),
  state: z.enum(signInStates),
  wayBackId: text,
  wayBackName: text,
  triedAt: instant.nullable(),
  redirectUri: text,
  version: total,
}) satisfies z.ZodType<SignInConnection>

const blank = { issuer: "", clientId: "", hasSecret: false, domains: [], state: "off" as const, wayBackId: "", wayBackName: "" }

const isOwn = (c: Context<Env>) => {
  const owner = ownerOf(c.get("actor"))
  return owner ? eq(table.tenantId, owner) : isNull(table.tenantId)
}

const read = async (c: Context<Env>, db: Database): Promise<SignInConnection> => {
  const redirectUri = redirectUriOf(c.get("deps"))
  const [found] = await db
    .select({ row: table, wayBackName: fullName })
    .from(table)
    .leftJoin(users, eq(users.id, table.wayBackId))
    .where(isOwn(c))
  if (!found) return { ...blank, triedAt: null, redirectUri, version: 0 }
  const { issuer, clientId, domains, state, wayBackId, triedAt, version } = found.row
  return {
    issuer,
    clientId,
    hasSecret: true,
    domains,
    state,
    wayBackId: wayBackId ?? "",
    wayBackName: found.wayBackName ?? "",
    triedAt: triedAt?.toISOString() ?? null,
    redirectUri,
    version,
  }
}

const lock = async (c: Context<Env>, tx: Database) => {
  const [row] = await tx.select().from(table).where(isOwn(c)).for("no key update")
  return row
}

/** What the audit log has: never the secret. */
const logged = ({ issuer, clientId, domains, state, wayBackId }: Omit<Connection, "secret">) => ({
  issuer,
  clientId,
  domains: domains.join(" "),
  state,
  wayBackId,
})

/** @throws Refusal 400 naming `domains` when another connection has one, or people of others have addresses there */
const refuseDomains = async (
  c: Context<Env>,
  tx: Database,
  tenantId: string | null,
  { domains }: Pick<SignInDraft, "domains">,
  id?: string,
) => {
  const isOther = and(arrayOverlaps(table.domains, domains), id ? ne(table.id, id) : undefined)
  if ((await tx.$count(table, isOther)) || (await hasOthersIn({ ...c.get("deps"), db: tx }, { tenantId }, domains)))
    refuseField("domains", "signIn.domainTaken")
}

/** @throws Refusal 400 naming `wayBackId` unless an administrator of the connection who may sign in has it */
const refuseWayBack = async (tx: Database, tenantId: string | null, wayBackId: string) => {
  const isIt = z.uuid().safeParse(wayBackId).success
  const isAdministrator = and(eq(users.id, wayBackId), ne(users.role, "User"), maySignIn, isOfConnection({ tenantId }))
  if (!isIt || !(await tx.$count(users, isAdministrator))) refuseField("wayBackId", "signIn.wayBackRequired")
}

/** Links the people of a connection anew: a provider may name a person by another subject to each client. */
const unlinkPeople = (tx: Database, tenantId: string | null, issuer: string) => {
  const people = tx.select({ id: users.id }).from(users).where(isOfConnection({ tenantId }))
  return tx.delete(signInIdentities).where(and(eq(signInIdentities.issuer, issuer), inArray(signInIdentities.userId, people)))
}

const get = route.get("/sign-in/connection", unrestricted, {
  summary: "The connection of the own company, or of the platform, to a provider; version 0 without one",
  answer: connection,
  handler: async ({ c, deps }) => {
    const value = await read(c, deps.db)
    return { value, etag: value.version }
  },
})

const put = route.put("/sign-in/connection", unrestricted, {
  summary: "Set the connection; it is switched on once a sign-in on trial has worked with its values",
  body: json(body),
  required: ["issuer", "clientId", "domains", "state"],
  example: { issuer: "https://login.example.com", clientId: "console", secret: "s3cret", domains: ["example.com"], state: "off" },
  answer: connection,
  handler: async ({ c, deps, body }) => {
    const given = await body()
    refuseInvalid(checkChange(signInRules, given).errors)
    if (given.domains.some(domain => !isDomain(domain))) refuseField("domains", "signIn.domainInvalid")
    if (!consoleUrl(deps.config)) refuse({ kind: "conflict", key: "signIn.noPublicUrl" })
    const { codeSecret } = deps.config
    const value = await deps.db.transaction(async tx => {
      const tenantId = ownerOf(c.get("actor"))
      const row = await lock(c, tx)
      await refuseOtherVersion(c, row?.version ?? 0, () => read(c, tx))
      if (!row && !given.secret) refuseField("secret", "signIn.secretRequired")
      await refuseDomains(c, tx, tenantId, given, row?.id)
      if (given.wayBackId) await refuseWayBack(tx, tenantId, given.wayBackId)
      const isSameClient = row?.issuer === given.issuer && row.clientId === given.clientId
      const isSame = isSameClient && !given.secret
      if (given.state !== "off" && !(isSame && row?.triedAt)) refuseField("state", "signIn.tryFirst")
      if (!isSameClient) await unlinkPeople(tx, tenantId, given.issuer)
      const now = new Date(deps.clock())
      const { secret, wayBackId, ...members } = given
      const values = {
        ...members,
        wayBackId: wayBackId || null,
        ...(secret && { secret: seal(codeSecret, secret) }),
        ...(!isSame && { triedAt: null }),
        updatedAt: now,
      }
      const [stored] = row
        ? await tx
            .update(table)
            .set({ ...values, version: row.version + 1 })
            .where(eq(table.id, row.id))
            .returning()
        : await tx
            .insert(table)
            .values({ ...values, secret: seal(codeSecret, secret), tenantId, createdAt: now })
            .returning()
      if (!stored) throw new Error("The connection was not stored.")
      const change = { before: row && logged(row), after: { ...logged(stored), ...(secret && { newSecret: true }) } }
      await addAuditEntry(c, tx, {
        action: row ? "update" : "create",
        entity: "signinconnection",
        id: stored.id,
        tenantId,
        ...change,
      })
      return read(c, tx)
    })
    return { value, etag: value.version }
  },
})

const remove = route.delete("/sign-in/connection", unrestricted, {
  summary: "Remove the connection: everybody signs in with a code",
  answer: literalTrue,
  handler: async ({ c, deps: { db } }) => {
    await db.transaction(async tx => {
      const row = await lock(c, tx)
      if (!row) return refuse({ kind: "missing" })
      await refuseOtherVersion(c, row.version, () => read(c, tx))
      await tx.delete(table).where(eq(table.id, row.id))
      const { id, tenantId } = row
      await addAuditEntry(c, tx, { action: "delete", entity: "signinconnection", id, tenantId, before: logged(row) })
    })
  },
})

/** The stored connection. @throws Refusal 404 */
const stored = async (c: Context<Env>) => {
  const [row] = await c.get("deps").db.select().from(table).where(isOwn(c))
  return row ?? refuse({ kind: "missing" })
}

const test = route.post("/sign-in/connection/test", unrestricted, {
  summary: "Read the addresses and keys of the provider; `problem` is null when they are there",
  answer: z.object({ problem: z.enum(signInProblems).nullable() }),
  handler: async ({ c, deps }) => {
    const row = await stored(c)
    try {
      await c.get("outside")("names", () => testProvider(deps, clientOf(deps, row)))
      return { value: { problem: null } }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return { value: { problem: error.problem } }
    }
  },
})

const tryBody = z.object({ path: trimmed(200).refine(path => /^\/(admin|user)\/connections\?signIn$/.test(path)) })

/** Answers where the browser signs in on trial; it comes back to `path` with the outcome in the fragment. */
const trial = route.post("/sign-in/connection/try", unrestricted, {
  summary: "Begin a sign-in on trial, which changes nothing",
  body: json(tryBody),
  required: ["path"],
  example: { path: "/user/connections?signIn" },
  answer: z.object({ url: text.nullable(), problem: z.enum(signInProblems).nullable() }),
  handler: async ({ c, body }) => {
    const { path } = await body()
    const row = await stored(c)
    try {
      return { value: { url: await leave(c, row, "", { challenge: "", path }), problem: null } }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return { value: { url: null, problem: error.problem } }
    }
  },
})

export const signInConnection = [get, put, remove, test, trial]
