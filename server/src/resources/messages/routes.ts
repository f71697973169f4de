import { and, desc, eq, sql } from "drizzle-orm"
import { z } from "zod"
import { type MessageItem, type MessageSettings, type MessageType, messageTypes } from "../../../../src/contract/messages"
import { deliveryStates } from "../../../../src/contract/webhooks"
import { owned, ownerOf, platformOwner, reachOf, unrestricted } from "../../auth/policy"
import { jobs } from "../../db/job-tables"
import type { Database } from "../../db/open"
import { fullName, mailSettings, users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Actor } from "../../http/context"
import { isUuid, listParams } from "../../http/request"
import { addAuditEntry } from "../../records/audit"
import { json, literalTrue, route } from "../../routes/route"
import { id, instant, named, page, paged, text } from "../../routes/schemas"
import { addressOf, messageMails, subjectOf } from "./mails"

/** The messages of the last 30 days, and sending failed ones again (docs/contract.md#messages). */

const message = named("Message", {
  id,
  type: z.enum(messageTypes),
  name: text,
  email: text,
  subject: text,
  state: z.enum(deliveryStates),
  createdAt: instant,
  triedAt: instant.nullable(),
}) satisfies z.ZodType<MessageItem>

const isInReach = (actor: Actor) => and(eq(jobs.kind, "message"), owned(jobs.tenantId, reachOf(actor)))

const list = route.get("/message", unrestricted, {
  summary: "Mails about records to single people, newest first",
  query: { ...paged, state: z.enum(deliveryStates) },
  answer: page("messages", message),
  handler: async ({ c, deps: { db }, query: { state } }) => {
    const { page, pageSize } = listParams(c)
    const where = and(isInReach(c.get("actor")), state ? eq(sql`${jobs.state}`, state) : undefined)
    const rows = await db
      .select({ job: jobs, name: fullName, email: users.email })
      .from(jobs)
      .leftJoin(users, eq(users.id, jobs.recordId))
      .where(where)
      .orderBy(desc(jobs.id))
      .limit(pageSize)
      .offset(page * pageSize)
    const messages = rows.map(
      ({ job, name, email }): MessageItem => ({
        id: job.messageId,
        type: job.type as MessageType,
        name: name ?? "",
        email: email ?? addressOf(job),
        subject: subjectOf(c.get("language"), job),
        state: job.state,
        createdAt: job.createdAt.toISOString(),
        triedAt: job.triedAt?.toISOString() ?? null,
      }),
    )
    return { value: { messages, totalCount: await db.$count(jobs, where) } }
  },
})

const resend = route.post("/message/:id/resend", unrestricted, {
  summary: "Send a mail again that was refused or given up",
  body: json(z.object({})),
  answer: literalTrue,
  handler: async ({ c, deps, params }) => {
    const { db, clock } = deps
    const isIt = and(isInReach(c.get("actor")), eq(jobs.messageId, isUuid(params.id) ? params.id : refuse({ kind: "missing" })))
    const [job] = await db.select().from(jobs).where(isIt)
    if (!job) return refuse({ kind: "missing" })
    const now = new Date(clock())
    const waiting = { state: "waiting" as const, tries: 0, createdAt: now, nextTryAt: now, takenUntil: null }
    const [again] = await db
      .update(jobs)
      .set(waiting)
      .where(and(isIt, eq(jobs.state, "failed")))
      .returning()
    if (!again) refuse({ kind: "conflict", key: "message.notFailed" })
    await c.get("outside")("mail", () => messageMails.send(deps, 15_000))
  },
})

const settings = z.object({ feedback: z.boolean() }) satisfies z.ZodType<MessageSettings>

const ownerOfSettings = (actor: Actor) => ownerOf(actor) ?? platformOwner

const readSettings = async (db: Database, owner: string): Promise<MessageSettings> => {
  const [row] = await db.select().from(mailSettings).where(eq(mailSettings.owner, owner))
  return { feedback: row?.feedback ?? false }
}

const getSettings = route.get("/message/settings", unrestricted, {
  summary: "Which mails the company, or the platform, sends",
  answer: settings,
  handler: async ({ c, deps: { db } }) => ({ value: await readSettings(db, ownerOfSettings(c.get("actor"))) }),
})

const putSettings = route.put("/message/settings", unrestricted, {
  summary: "Choose which mails the company, or the platform, sends",
  body: json(settings),
  example: { feedback: true },
  answer: settings,
  handler: async ({ c, deps: { db }, body }) => {
    const given = await body()
    const actor = c.get("actor")
    const owner = ownerOfSettings(actor)
    await db.transaction(async tx => {
      const before = await readSettings(tx, owner)
      if (before.feedback === given.feedback) return
      await tx
        .insert(mailSettings)
        .values({ owner, ...given })
        .onConflictDoUpdate({ target: mailSettings.owner, set: given })
      const tenantId = ownerOf(actor)
      const entity = tenantId ? ("tenant" as const) : ("user" as const)
      const logged = { before: { feedbackMails: before.feedback }, after: { feedbackMails: given.feedback } }
      await addAuditEntry(c, tx, { action: "update", entity, id: tenantId ?? actor.userId, tenantId, ...logged })
    })
    return { value: given }
  },
})

export const messages = [list, getSettings, putSettings, resend]
