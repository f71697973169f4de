import { and, asc, desc, eq, gte, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import type { Action } from "../../../src/contract/audit"
import {
  type Delivery,
  deliveryErrors,
  deliveryStates,
  maxWebhookDescription,
  maxWebhooks,
  maxWebhookUrl,
  rules,
  type Webhook,
  webhookStates,
  webhookTypes,
} from "../../../src/contract/webhooks"
import { validate } from "../../../src/core/rules"
import { ownerOf, unrestricted } from "../auth/policy"
import { seal, unseal } from "../auth/seal"
import { jobs } from "../db/job-tables"
import type { Database } from "../db/open"
import { fullName, users } from "../db/schema"
import { webhooks as table } from "../db/webhook-tables"
import { refuse, refuseField, refuseInvalid } from "../errors/problem"
import { trimmed } from "../http/body"
import type { Env } from "../http/context"
import { listParams, requireId } from "../http/request"
import { addAuditEntry } from "../records/audit"
import { idempotent } from "../records/idempotency"
import type { LoggedChange } from "../records/logged-change"
import { createUndo } from "../records/undo"
import { refuseOtherVersion } from "../records/version"
import { change, json, literalTrue, route } from "../routes/route"
import { exampleId, id, instant, named, page, paged, text, total } from "../routes/schemas"
import { targetOf } from "../webhooks/address"
import { send } from "../webhooks/send"
import { newSecret } from "../webhooks/signature"

/** Webhooks: the endpoints of a company, or of the platform, and what was sent to them (docs/contract.md#webhooks). */

const webhookBody = z.object({
  url: trimmed(maxWebhookUrl),
  description: trimmed(maxWebhookDescription),
  events: z.array(z.enum(webhookTypes as [string, ...string[]])).max(webhookTypes.length),
})
/** `ended` is the receiver's to say. */
const webhookChange = webhookBody.partial().extend({ state: z.enum(["active", "paused"]).optional() })
const resendBody = z.object({ deliveryId: z.uuid().optional(), since: z.iso.datetime({ offset: true }).optional() })

const webhook = named("Webhook", {
  id,
  url: text,
  description: text,
  events: z.array(z.enum(webhookTypes as [string, ...string[]])),
  state: z.enum(webhookStates),
  failingSince: instant.nullable(),
  oldSecretUntil: instant.nullable(),
  waiting: total,
  failed: total,
  lastDeliveryAt: instant.nullable(),
  ownerName: text,
  version: total,
  createdAt: instant,
}) satisfies z.ZodType<Webhook>

const delivery = named("Delivery", {
  id,
  type: text,
  recordId: id.nullable(),
  createdAt: instant,
  state: z.enum(deliveryStates),
  tries: total,
  nextTryAt: instant.nullable(),
  triedAt: instant.nullable(),
  status: total.nullable(),
  ms: total.nullable(),
  error: z.enum(deliveryErrors).nullable(),
  answer: text,
  body: text,
}) satisfies z.ZodType<Delivery>

const testTimeoutMs = 10_000
const oldSecretMs = 24 * 3_600_000

const iso = (date: Date | null) => date?.toISOString() ?? null

/** The endpoints of the actor's company, or of the platform. */
const isOwn = (c: Context<Env>): SQL | undefined => {
  const owner = ownerOf(c.get("actor"))
  return and(isNull(table.deletedAt), owner ? eq(table.tenantId, owner) : isNull(table.tenantId))
}

const numberOf = (state: Delivery["state"]) =>
  sql<number>`(select count(*)::int from ${jobs} where ${jobs.webhookId} = ${table.id} and ${jobs.state} = ${state})`

const readWebhooks = async (c: Context<Env>, db: Database, id?: string): Promise<Webhook[]> => {
  const ownerName = sql<string>`coalesce(${fullName}, '')`
  const rows = await db
    .select({ row: table, ownerName, waiting: numberOf("waiting"), failed: numberOf("failed") })
    .from(table)
    .leftJoin(users, eq(users.id, table.userId))
    .where(and(isOwn(c), id ? eq(table.id, id) : undefined))
    .orderBy(asc(table.createdAt), table.id)
  const now = c.get("deps").clock()
  return rows.map(({ row, ...more }) => ({
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    state: row.state,
    failingSince: iso(row.failingSince),
    oldSecretUntil: row.oldSecretUntil && row.oldSecretUntil.getTime() > now ? iso(row.oldSecretUntil) : null,
    ...more,
    lastDeliveryAt: iso(row.lastDeliveryAt),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** @throws Refusal 404 */
const readWebhook = async (c: Context<Env>, db: Database, id: string) =>
  (await readWebhooks(c, db, id))[0] ?? refuse({ kind: "missing" })

/** An endpoint, locked, when it has the version that the caller has seen. @throws Refusal 404, 409 */
const lockOwn = async (c: Context<Env>, tx: Database, given: string) => {
  const id = requireId(given)
  const [row] = await tx
    .select()
    .from(table)
    .where(and(isOwn(c), eq(table.id, id)))
    .for("no key update")
  if (!row) return refuse({ kind: "missing" })
  await refuseOtherVersion(c, row.version, () => readWebhook(c, tx, id))
  return row
}

type WebhookRow = typeof table.$inferSelect
const write = (tx: Database, { id, version }: WebhookRow, values: Partial<WebhookRow>) =>
  tx
    .update(table)
    .set({ ...values, version: version + 1 })
    .where(eq(table.id, id))

type LoggedWebhook = Pick<WebhookRow, "id" | "tenantId" | "url" | "description" | "events" | "state">

/** What the audit log has of an endpoint: never its secret. */
export const loggedWebhook = ({ url, description, events, state }: LoggedWebhook) => ({ url, description, events, state })

const log = (
  c: Context<Env>,
  tx: Database,
  action: Action,
  { id, tenantId }: LoggedWebhook,
  change: Pick<LoggedChange, "before" | "after">,
) => addAuditEntry(c, tx, { action, entity: "webhook", id, tenantId, ...change })

/** @throws Refusal 400 naming `url` when it may not be called, or has no server */
const refuseAddress = async (c: Context<Env>, url: string) => {
  const target = await c.get("outside")("names", () => targetOf(url, c.get("deps").config))
  if ("problem" in target) refuseField("url", target.problem)
}

/** Runs a write that makes a secret, once per Idempotency-Key: its answer is kept encrypted. */
const makeSecret = async <T>(c: Context<Env>, given: object, store: (tx: Database, sealed: string) => Promise<T>) => {
  const { codeSecret, codeSecrets } = c.get("deps").config
  const create = async (tx: Database) => {
    const secret = newSecret()
    return { answer: { sealed: seal(codeSecret, { ...(await store(tx, seal(codeSecret, secret))), secret }) } }
  }
  const { answer } = await idempotent(c, given, create, { comparesBody: true })
  return unseal<T & { secret: string }>(codeSecrets, answer.sealed)
}

const present = (row: typeof jobs.$inferSelect): Delivery => {
  const { messageId, type, recordId, state, tries, status, ms, error, answer, body } = row
  const times = { createdAt: row.createdAt.toISOString(), nextTryAt: iso(row.nextTryAt), triedAt: iso(row.triedAt) }
  return { id: messageId, type, recordId, state, tries, ...times, status, ms, error, answer, body }
}

const guard = unrestricted

const list = route.get("/webhook", guard, {
  summary: "The endpoints of the own company, or of the platform",
  answer: z.array(webhook),
  handler: async ({ c }) => ({ value: await readWebhooks(c, c.get("deps").db) }),
})

const create = route.post("/webhook", guard, {
  summary: "Add an endpoint; the answer alone has its secret",
  body: json(webhookBody),
  required: ["url", "events"],
  example: {
    url: "https://payroll.example.com/hooks",
    description: "Bordro",
    events: ["employee.created", "employee.deactivated"],
  },
  answer: z.object({ webhook, secret: text }),
  handler: async ({ c, body }) => {
    const given = await body(given => validate(rules, given))
    await refuseAddress(c, given.url)
    const actor = c.get("actor")
    const tenantId = ownerOf(actor)
    const answer = await makeSecret(c, given, async (tx, secret) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`webhooks ${tenantId}`}))`)
      if ((await tx.$count(table, isOwn(c))) >= maxWebhooks)
        return refuseField("url", { key: "rule.tooMany", params: { limit: maxWebhooks } })
      const now = new Date(c.get("deps").clock())
      const values = { ...given, tenantId, userId: actor.userId, secret, endsCheckedAt: now, createdAt: now }
      const [row] = await tx.insert(table).values(values).returning()
      if (!row) throw new Error("The endpoint was not stored.")
      await log(c, tx, "create", row, { after: loggedWebhook(row) })
      return { webhook: await readWebhook(c, tx, row.id) }
    })
    return { value: answer, etag: answer.webhook.version }
  },
})

/** Makes deliveries due that wait: for the next try after a failure, or for an endpoint that was paused. */
const tryWaiting = (db: Database, webhookId: string, now: Date, which?: SQL) =>
  db
    .update(jobs)
    .set({ nextTryAt: now })
    .where(and(eq(jobs.webhookId, webhookId), eq(jobs.state, "waiting"), which))
    .returning({ id: jobs.id })

const update = route.put("/webhook/:id", guard, {
  summary: "Change an endpoint",
  body: change(webhookChange),
  example: { state: "paused" },
  answer: webhook,
  handler: async ({ c, params, body }) => {
    const given = await body()
    const { db, clock } = c.get("deps")
    const before = await readWebhook(c, db, requireId(params.id))
    refuseInvalid(validate(rules, { ...before, ...given }, [before]))
    if (given.url) await refuseAddress(c, given.url)
    const now = new Date(clock())
    const value = await db.transaction(async tx => {
      const row = await lockOwn(c, tx, params.id)
      const isActivated = given.state === "active"
      // Ends before an endpoint asked for them are not sent.
      const hadEnds = row.events.some(type => /\.(ended|closed)$/.test(type))
      await write(tx, row, { ...given, ...(isActivated && { failingSince: null }), ...(!hadEnds && { endsCheckedAt: now }) })
      if (isActivated || given.url) await tryWaiting(tx, row.id, now)
      await log(c, tx, "update", row, { before: loggedWebhook(row), after: loggedWebhook({ ...row, ...given }) })
      return readWebhook(c, tx, row.id)
    })
    return { value, etag: value.version }
  },
})

const remove = route.delete("/webhook/:id", guard, {
  summary: "Delete an endpoint",
  answer: literalTrue,
  handler: async ({ c, deps: { db, clock }, params }) => {
    const undoToken = await db.transaction(async tx => {
      const row = await lockOwn(c, tx, params.id)
      await write(tx, row, { deletedAt: new Date(clock()) })
      await log(c, tx, "delete", row, { before: loggedWebhook(row) })
      const { id, tenantId, version } = row
      return createUndo(tx, clock(), { entity: "webhook", id, tenantId, before: {}, version: version + 1 })
    })
    return { undoToken }
  },
})

const newKey = route.post("/webhook/:id/secret", guard, {
  summary: "Make a new secret; the old one signs too for a day",
  answer: z.object({ secret: text }),
  handler: async ({ c, params }) => {
    const value = await makeSecret(c, {}, async (tx, secret) => {
      const row = await lockOwn(c, tx, params.id)
      const oldSecretUntil = new Date(c.get("deps").clock() + oldSecretMs)
      await write(tx, row, { secret, oldSecret: row.secret, oldSecretUntil })
      await log(c, tx, "newSecret", row, { after: { url: row.url } })
      return {}
    })
    return { value }
  },
})

/** Sends a `ping` at once, also to an endpoint that is paused. It is not repeated. */
const test = route.post("/webhook/:id/test", guard, {
  summary: "Send a ping at once",
  answer: delivery,
  handler: async ({ c, deps, params }) => {
    const [endpoint] = await deps.db
      .select()
      .from(table)
      .where(and(isOwn(c), eq(table.id, requireId(params.id))))
    if (!endpoint) return refuse({ kind: "missing" })
    const at = new Date(deps.clock())
    const body = JSON.stringify({ type: "ping", timestamp: at.toISOString(), data: {} })
    const values = { webhookId: endpoint.id, type: "ping", body, state: "failed" as const, tries: 1, triedAt: at, createdAt: at }
    // Nothing is stored of a test that has no place.
    const [row, outcome] = await c.get("outside")("webhookTests", async () => {
      const row = await deps.db.transaction(async tx => {
        await log(c, tx, "test", endpoint, { after: { url: endpoint.url } })
        const [stored] = await tx.insert(jobs).values(values).returning()
        if (!stored) throw new Error("The delivery was not stored.")
        return stored
      })
      return [row, await send(deps, endpoint, row, { timeoutMs: testTimeoutMs })] as const
    })
    const state = outcome.error ? "failed" : "delivered"
    const [sent = row] = await deps.db
      .update(jobs)
      .set({ ...outcome, state })
      .where(eq(jobs.id, row.id))
      .returning()
    // The endpoint works again: what waits for it does not wait for its next try.
    if (state === "delivered") await tryWaiting(deps.db, endpoint.id, new Date(deps.clock()))
    return { value: present(sent) }
  },
})

const listDeliveries = route.get("/webhook/:id/deliveries", guard, {
  summary: "What was sent to an endpoint, newest first",
  query: { ...paged, state: z.enum(deliveryStates), type: text },
  answer: page("deliveries", delivery),
  handler: async ({ c, deps: { db }, params, query: { state, type } }) => {
    const { id } = await readWebhook(c, db, requireId(params.id))
    const { page, pageSize } = listParams(c)
    const where = and(
      eq(jobs.webhookId, id),
      state ? eq(sql`${jobs.state}`, state) : undefined,
      type ? eq(jobs.type, type) : undefined,
    )
    const rows = await db
      .select()
      .from(jobs)
      .where(where)
      .orderBy(desc(jobs.id))
      .limit(pageSize)
      .offset(page * pageSize)
    return { value: { deliveries: rows.map(present), totalCount: await db.$count(jobs, where) } }
  },
})

/** A delivery that waits, and the earlier ones of its record, which go first. */
const upTo = (webhookId: string, messageId: string) =>
  sql`exists (select from ${jobs} d where d.webhook_id = ${webhookId} and d.message_id = ${messageId} and d.state = 'waiting'
    and (d.id = ${jobs.id} or (d.record_id = ${jobs.recordId} and d.id > ${jobs.id})))`

/** Sends one delivery again, or all that failed since an instant, with their ids; one that waits is tried at once. */
const resend = route.post("/webhook/:id/resend", guard, {
  summary: "Send one delivery again, or all that failed since an instant",
  body: json(resendBody),
  example: { deliveryId: exampleId },
  answer: z.object({ count: total }),
  handler: async ({ c, deps: { db, clock }, params, body }) => {
    const { id } = await readWebhook(c, db, requireId(params.id))
    const { deliveryId, since } = await body(({ deliveryId, since }) =>
      Boolean(deliveryId) === Boolean(since) ? { deliveryId: "rule.shape" } : {},
    )
    const waiting = deliveryId ? await tryWaiting(db, id, new Date(clock()), upTo(id, deliveryId)) : []
    if (waiting.length) return { value: { count: 1 } }
    const which = deliveryId
      ? and(eq(jobs.messageId, deliveryId), ne(jobs.state, "waiting"))
      : and(eq(jobs.state, "failed"), gte(jobs.createdAt, new Date(since ?? "")), ne(jobs.type, "ping"))
    const count = await db.transaction(async tx => {
      const resent = await tx
        .update(jobs)
        .set({ state: "waiting", tries: 0, nextTryAt: new Date(clock()) })
        .where(and(eq(jobs.webhookId, id), which))
        .returning({ id: jobs.id })
      const [endpoint] = await tx.select().from(table).where(eq(table.id, id))
      if (endpoint && resent.length) await log(c, tx, "resend", endpoint, { after: { url: endpoint.url, count: resent.length } })
      return resent.length
    })
    return { value: { count } }
  },
})

export const webhooks = [list, create, update, remove, newKey, test, listDeliveries, resend]
