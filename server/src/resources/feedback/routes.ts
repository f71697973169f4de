import { randomUUID } from "node:crypto"
import { Hono } from "hono"
import {
  authors,
  type Conversation,
  conversationError,
  isAnswer,
  resolvedDateOf,
  rules,
  statusAfterAnswer,
} from "../../../../src/contract/feedback"
import { validate } from "../../../../src/core/rules"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { feedbacks as table } from "../../db/schema"
import { refuseInvalid } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok, okWritten } from "../../http/envelope"
import { ownerFilter } from "../../http/list"
import { idParam, readUpdate, readValid } from "../../http/request"
import { feedback as kind } from "../../kinds/feedback"
import { companyFor } from "../../kinds/references"
import { readVersioned } from "../../records/find"
import { append, create, remove, update } from "../../records/write"
import { uploadImage } from "../media/routes"
import { attachmentsOf } from "./attachments"
import {
  assignment,
  feedbackBody,
  feedbackChange,
  feedbackColumns,
  refuseInvalidFeedback,
  reply,
  replyErrors,
  statusUpdate,
  statusUpdateErrors,
} from "./input"
import { feedbackList } from "./list"
import { assigneeOf, authorOf, signedInPerson } from "./people"
import { feedbackStats } from "./stats"

/** Calls on feedback (docs/contract.md#feedback-calls). */
export const feedback = new Hono<Env>()

feedback.get("/feedback/list", bearer, may("read", "feedback"), feedbackList.handler)

feedback.get("/feedback/stats", bearer, may("read", "feedback"), async c => {
  const { db, clock } = c.get("deps")
  return ok(c, await feedbackStats(db, c.get("actor"), new Date(clock()), ownerFilter(table.tenantId, c.req.query("tenantId"))))
})

feedback.get("/feedback/:id", bearer, may("read", "feedback"), async c => okWritten(c, await readVersioned(c, kind, idParam(c))))

feedback.post("/feedback/create", bearer, may("write", "feedback"), async c => {
  const actor = c.get("actor")
  const given = await readValid(c, feedbackBody, given => validate(rules, given))
  const created = await create(c, kind, given, async tx => {
    const tenantId = await companyFor(tx, actor, given.tenantId || null)
    return feedbackColumns(given, tenantId, await authorOf(tx, actor, tenantId, given))
  })
  return okWritten(c, created)
})

feedback.put("/feedback/update", bearer, may("write", "feedback"), async c => {
  const {
    id,
    change: { attachments, ...change },
  } = await readUpdate(c, feedbackChange, "id")
  const changed = await update(c, kind, id, async (row, tx) => {
    refuseInvalidFeedback({ ...row, ...change }, row)
    if (!attachments) return change
    const now = new Date(c.get("deps").clock())
    return { ...change, attachments: await attachmentsOf(tx, now, attachments, row.attachments) }
  })
  return okWritten(c, changed)
})

const newEntry = (entry: Omit<Conversation, "id" | "createdDate">, now: Date): Conversation => ({
  id: randomUUID(),
  ...entry,
  createdDate: now.toISOString(),
})

feedback.put("/feedback/status", bearer, may("write", "feedback"), async c => {
  const given = await readValid(c, statusUpdate, statusUpdateErrors)
  const { db, clock } = c.get("deps")
  const author = await signedInPerson(db, c.get("actor"))
  const changed = await append(c, kind, given, given.id.toLowerCase(), row => {
    const now = new Date(clock())
    if (given.response) refuseInvalid({ response: conversationError(row.conversations, given.response) })
    const answer = {
      type: authors.value("admin"),
      message: given.response,
      authorName: author.name,
      authorEmail: author.email,
      isInternal: false,
      attachments: [],
    }
    // The status that was left as it is follows the answer.
    const isUnchanged = given.status === row.status
    return {
      status: given.response && isUnchanged ? statusAfterAnswer(given.status) : given.status,
      resolvedAt: resolvedDateOf({ status: row.status, resolvedDate: row.resolvedAt }, given.status, now),
      internalNotes: given.internalNotes ?? row.internalNotes,
      resolutionStep: given.resolutionStep ?? row.resolutionStep,
      conversations: given.response ? [...row.conversations, newEntry(answer, now)] : row.conversations,
    }
  })
  return okWritten(c, changed)
})

/** Without a person, the assignment is removed. */
feedback.put("/feedback/assign", bearer, may("write", "feedback"), async c => {
  const given = await readValid(c, assignment)
  const changed = await update(c, kind, given.id.toLowerCase(), async (row, tx) => {
    const assignee = given.assignedTo === null ? undefined : await assigneeOf(tx, c.get("actor"), row.tenantId, given.assignedTo)
    return { assignedTo: assignee?.id ?? null, assignedToName: assignee?.name ?? "" }
  })
  return okWritten(c, changed)
})

/** Adds an answer in the name of the signed-in person, or a message of the author that staff write down. */
feedback.post("/feedback/respond", bearer, may("write", "feedback"), async c => {
  const given = await readValid(c, reply, replyErrors)
  const { db, clock } = c.get("deps")
  const self = await signedInPerson(db, c.get("actor"))
  const changed = await append(c, kind, given, given.feedbackId.toLowerCase(), async (row, tx) => {
    const now = new Date(clock())
    refuseInvalid({ message: conversationError(row.conversations, given.message) })
    const isStaff = authors.name(given.type) === "admin"
    const entry = {
      type: given.type,
      message: given.message,
      isInternal: given.isInternal,
      authorName: isStaff ? self.name : given.authorName || row.userName,
      authorEmail: isStaff ? self.email : given.authorEmail || row.email,
      attachments: await attachmentsOf(tx, now, given.attachments),
    }
    return {
      conversations: [...row.conversations, newEntry(entry, now)],
      ...(isAnswer(entry) && { status: statusAfterAnswer(row.status) }),
    }
  })
  return okWritten(c, changed)
})

feedback.delete("/feedback/delete/:id", bearer, may("write", "feedback"), async c =>
  okWritten(c, await remove(c, kind, idParam(c))),
)

feedback.post("/feedback/media", bearer, may("write", "feedback"), uploadImage)
