import type { z } from "zod"
import { authors, conversationError, isAnswer, resolvedDateOf, rules, statusAfterAnswer } from "../../../../src/contract/feedback"
import { validate } from "../../../../src/core/rules"
import { may } from "../../auth/policy"
import { feedbacks as table } from "../../db/schema"
import { refuseInvalid } from "../../errors/problem"
import { ownerFilter } from "../../http/list"
import { feedback as kind } from "../../kinds/feedback"
import { companyFor } from "../../kinds/references"
import { append, create as createRecord, update as updateRecord } from "../../records/write"
import { json, route, update as updateOf } from "../../routes/route"
import { exampleId, id } from "../../routes/schemas"
import { bulkEditRoute } from "../bulk-edit"
import { getRoute, mediaRoute, removeRoute } from "../record-routes"
import { attachmentsOf } from "./attachments"
import { newEntry } from "./entries"
import {
  assignment,
  feedbackBody,
  feedbackChange,
  feedbackColumns,
  handlingChange,
  refuseInvalidFeedback,
  reply,
  replyErrors,
  statusUpdate,
  statusUpdateErrors,
} from "./input"
import { list } from "./list"
import { assigneeColumns, authorOf, signedInPerson } from "./people"
import { readFeedbackStats } from "./stats"
import { feedbackStats } from "./values"

const guard = may("write", "feedback")
const answer: z.ZodType<object> = kind.value

const stats = route.get("/feedback/stats", may("read", "feedback"), {
  summary: "Figures",
  query: { tenantId: id },
  answer: feedbackStats,
  handler: async ({ c, deps: { db, clock }, query }) => {
    const filter = ownerFilter(table.tenantId, query.tenantId)
    return { value: await readFeedbackStats(db, c.get("actor"), new Date(clock()), filter) }
  },
})

const example = {
  type: 0,
  subject: "Servis",
  description: "Servis geç kalıyor.",
  userName: "Can Er",
  email: "can.er@yesilova.example",
}

const create = route.post("/feedback/create", guard, {
  summary: "Create one feedback",
  body: json(feedbackBody),
  required: ["subject", "description"],
  example,
  answer,
  handler: async ({ c, body }) => {
    const actor = c.get("actor")
    const given = await body(given => validate(rules, given))
    return createRecord(c, kind, given, async tx => {
      const tenantId = await companyFor(tx, actor, given.tenantId || null)
      return feedbackColumns(given, tenantId, await authorOf(tx, actor, tenantId, given))
    })
  },
})

const update = route.put("/feedback/update", guard, {
  summary: "Change one feedback",
  body: updateOf(feedbackChange, "id"),
  example: { id: exampleId, ...example },
  answer,
  handler: async ({ c, body }) => {
    const {
      id,
      change: { attachments, ...change },
    } = await body()
    return updateRecord(c, kind, id, async (row, tx) => {
      refuseInvalidFeedback({ ...row, ...change }, row)
      if (!attachments) return change
      const now = new Date(c.get("deps").clock())
      return { ...change, attachments: await attachmentsOf(tx, now, attachments, row.attachments) }
    })
  },
})

const setStatus = route.put("/feedback/status", guard, {
  summary: "Set the status, with an answer and notes",
  body: json(statusUpdate),
  example: { id: exampleId, status: 2, response: "Düzeltildi.", internalNotes: "Güzergâh değişti." },
  answer,
  handler: async ({ c, body }) => {
    const given = await body(statusUpdateErrors)
    const { db, clock } = c.get("deps")
    const author = await signedInPerson(db, c.get("actor"))
    return append(c, kind, given, given.id.toLowerCase(), async (row, tx) => {
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
        conversations: given.response ? [...row.conversations, await newEntry(c, tx, row, answer)] : row.conversations,
      }
    })
  },
})

/** Without a person, the assignment is removed. */
const assign = route.put("/feedback/assign", guard, {
  summary: "Assign a person, or remove the assignment",
  body: json(assignment),
  example: { id: exampleId, assignedTo: null },
  answer,
  handler: async ({ c, body }) => {
    const given = await body()
    return updateRecord(c, kind, given.id.toLowerCase(), (row, tx) => assigneeColumns(tx, c.get("actor"), row, given.assignedTo))
  },
})

/** An answer in the name of the signed-in person, or a message of the author that staff write down. */
const respond = route.post("/feedback/respond", guard, {
  summary: "Add a message to the conversation",
  body: json(reply),
  required: ["message"],
  example: { feedbackId: exampleId, message: "Bakıyoruz.", isInternal: false },
  answer,
  handler: async ({ c, body }) => {
    const given = await body(replyErrors)
    const { db, clock } = c.get("deps")
    const self = await signedInPerson(db, c.get("actor"))
    return append(c, kind, given, given.feedbackId.toLowerCase(), async (row, tx) => {
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
        conversations: [...row.conversations, await newEntry(c, tx, row, entry)],
        ...(isAnswer(entry) && { status: statusAfterAnswer(row.status) }),
      }
    })
  },
})

const editMany = bulkEditRoute(kind, handlingChange, { priority: 2 }, async (c, tx, given, row) => {
  const { status, priority = row.priority, assignedTo } = given
  if (assignedTo !== undefined) return assigneeColumns(tx, c.get("actor"), row, assignedTo)
  refuseInvalidFeedback({ ...row, priority }, row)
  if (status === undefined) return { priority }
  const before = { status: row.status, resolvedDate: row.resolvedAt }
  return { status, resolvedAt: resolvedDateOf(before, status, new Date(c.get("deps").clock())) }
})

/** Calls on feedback (docs/contract.md#feedback-calls). */
export const feedback = [
  list,
  stats,
  getRoute(kind),
  create,
  update,
  setStatus,
  assign,
  editMany,
  respond,
  removeRoute(kind),
  mediaRoute(kind),
]
