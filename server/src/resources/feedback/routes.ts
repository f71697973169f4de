import { randomUUID } from "node:crypto"
import { and, desc, eq, sql } from "drizzle-orm"
import { Hono } from "hono"
import { authors, resolvedDateOf, rules, statuses } from "../../../../src/contract/feedback"
import { validate } from "../../../../src/core/rules"
import { staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { type Conversation, feedbacks as table } from "../../db/schema"
import { statusCounts, statusParam, totalOf } from "../../db/status-counts"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { hasCode, hasId, holds, orderOf } from "../../http/list"
import { listParams, readChange, readValid } from "../../http/request"
import { records } from "../../records/records"
import { companyFor, refuseBroken } from "../../records/references"
import { uploadImage } from "../media/routes"
import { assignment, brokenReply, brokenTexts, feedbackBody, feedbackChange, reply, statusUpdate } from "./input"
import { joined, joinedItems, present, presentItem, visible } from "./output"
import { assigneeOf, attachmentsOf, self, speakerOf } from "./people"
import { feedbackStats } from "./stats"

/** Feedback, kept in the database (decisions §6). */
export const feedback = new Hono<Env>()

feedback.get("/feedback/list", bearer, staff, async c => {
  const { db } = c.get("deps")
  const params = listParams(c)
  const status = statusParam(statuses, c.req.query("status"))
  const filters = and(
    visible(c.get("actor")),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.type, c.req.query("type")),
    hasCode(table.priority, c.req.query("priority")),
    hasCode(table.category, c.req.query("category")),
    hasId(table.tenantId, c.req.query("tenantId")),
    hasId(table.assignedTo, c.req.query("assignedTo")),
  )
  const order = orderOf(
    params,
    {
      subject: sql`fold_tr(${table.subject})`,
      type: table.type,
      priority: table.priority,
      category: table.category,
      status: table.status,
      createdDate: table.createdAt,
      updatedDate: table.updatedAt,
    },
    desc(table.createdAt),
    table.id,
  )
  const rows = await joinedItems(db)
    .where(status === undefined ? filters : and(filters, eq(table.status, status)))
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const counts = await statusCounts(db, table, sql<number>`${table.status}`, filters)
  return ok(c, { feedbacks: rows.map(presentItem), totalCount: totalOf(counts, status), statusCounts: counts })
})

feedback.get("/feedback/stats", bearer, staff, async c =>
  ok(c, await feedbackStats(c.get("deps").db, c.get("actor"), hasId(table.tenantId, c.req.query("tenantId")))),
)

const kept = records({
  entity: "feedback",
  find: async (db, actor, id) => {
    const [found] = await joined(db).where(and(eq(table.id, id), visible(actor)))
    return found && { row: found.feedback, value: present(found) }
  },
})

type Stored = typeof table.$inferSelect

feedback.get("/feedback/:id", bearer, staff, kept.get)

/** It starts as new, without an answer, a file or an assignee (S4). */
feedback.post("/feedback/create", bearer, staff, async c => {
  const given = await readValid(c, feedbackBody, given => validate(rules, given))
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const tenantId = await companyFor(db, actor, given.tenantId)
  const { type, subject, description, priority, category } = given
  const speaker = await speakerOf(db, actor, tenantId, given)
  const columns = { tenantId, type, subject, description, priority, category, ...speaker, status: statuses.value("new") }
  return kept.create(c, given, columns)
})

feedback.put("/feedback/update", bearer, staff, async c => {
  const { id = "", attachments, ...given } = await readChange(c, feedbackChange)
  return kept.update(c, id.toLowerCase(), async (stored, tx) => {
    const row = { ...(stored as unknown as Stored), ...given }
    refuseBroken({ ...validate(rules, row), ...brokenTexts(row) })
    if (!attachments) return given
    const now = new Date(c.get("deps").clock())
    return { ...given, attachments: await attachmentsOf(tx, now, attachments, row.attachments) }
  })
})

/** What staff add to a conversation. */
const said = (
  entry: Pick<Conversation, "type" | "message" | "authorName" | "authorEmail" | "isInternal" | "attachments">,
  now: Date,
) => ({
  id: randomUUID(),
  ...entry,
  createdDate: now.toISOString(),
})

feedback.put("/feedback/status", bearer, staff, async c => {
  const given = await readValid(c, statusUpdate, brokenTexts)
  const { db, clock } = c.get("deps")
  const author = await self(db, c.get("actor"))
  return kept.add(c, given, given.id.toLowerCase(), row => {
    const before = row as unknown as Stored
    const now = new Date(clock())
    const entry = { type: authors.value("admin"), message: given.response, authorName: author.name, authorEmail: author.email }
    return {
      status: given.status,
      resolvedAt: resolvedDateOf({ status: before.status, resolvedDate: before.resolvedAt }, given.status, now),
      internalNotes: given.internalNotes ?? before.internalNotes,
      resolutionStep: given.resolutionStep ?? before.resolutionStep,
      conversations: given.response
        ? [...before.conversations, said({ ...entry, isInternal: false, attachments: [] }, now)]
        : before.conversations,
    }
  })
})

/** Its name comes with the person; nobody at all takes the assignment back. */
feedback.put("/feedback/assign", bearer, staff, async c => {
  const { id, assignedTo } = await readValid(c, assignment)
  const { row } = await kept.needOwn(c, id.toLowerCase())
  const assignee = assignedTo === null ? undefined : await assigneeOf(c.get("deps").db, c.get("actor"), row.tenantId, assignedTo)
  return kept.update(c, id.toLowerCase(), { assignedTo: assignee?.id ?? null, assignedToName: assignee?.name ?? "" })
})

/** Staff answer in their own name, or write down what the person said. */
feedback.post("/feedback/respond", bearer, staff, async c => {
  const given = await readValid(c, reply, brokenReply)
  const { db, clock } = c.get("deps")
  const staffMember = await self(db, c.get("actor"))
  return kept.add(c, given, given.feedbackId.toLowerCase(), async (row, tx) => {
    const before = row as unknown as Stored
    const now = new Date(clock())
    const isStaff = authors.name(given.type) === "admin"
    const entry = {
      type: given.type,
      message: given.message,
      isInternal: given.isInternal,
      authorName: isStaff ? staffMember.name : given.authorName || before.userName,
      authorEmail: isStaff ? staffMember.email : given.authorEmail || before.email,
      attachments: await attachmentsOf(tx, now, given.attachments),
    }
    return { conversations: [...before.conversations, said(entry, now)] }
  })
})

feedback.delete("/feedback/delete/:id", bearer, staff, c => kept.remove(c))

feedback.post("/feedback/media", bearer, staff, uploadImage)
