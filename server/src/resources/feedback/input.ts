import { z } from "zod"
import {
  authors,
  categories,
  kinds,
  priorities,
  replyRules,
  rules,
  statuses,
  statusRules,
} from "../../../../src/contract/feedback"
import { validate } from "../../../../src/core/rules"
import { code, codeOr, idOrNone, trimmed } from "../../http/body"
import { isUuid } from "../../http/request"

/** What may enter as feedback (S3, S4, S7), whole or in parts. */
export const feedbackBody = z.object({
  tenantId: idOrNone,
  type: code(kinds),
  subject: trimmed,
  description: trimmed,
  userId: idOrNone,
  userName: trimmed,
  email: trimmed,
  priority: codeOr(priorities, priorities.value("medium")),
  category: codeOr(categories, categories.value("other")),
})
export type FeedbackBody = z.infer<typeof feedbackBody>

/** What is left out stays as it is. */
const kept = z
  .string()
  .nullable()
  .transform(text => (text ?? "").trim())
  .optional()

/** Files by the address that the upload gave them; one that is kept is known by its id. */
const attachments = z
  .array(z.object({ id: z.string().optional(), name: trimmed.refine(name => name.length <= 200), url: z.string().max(2000) }))
  .max(20)
export type AttachmentBody = z.infer<typeof attachments>[number]

/** Whose it is and where it belongs never changes. */
export const feedbackChange = feedbackBody.omit({ tenantId: true, userId: true }).extend({
  id: z.string(),
  type: code(kinds).optional(),
  internalNotes: trimmed,
  resolutionStep: trimmed,
  attachments: attachments.optional(),
})

export const statusUpdate = z.object({
  id: z.string(),
  status: code(statuses),
  response: trimmed,
  internalNotes: kept,
  resolutionStep: kept,
})

const texts = (given: { response?: string; internalNotes?: string; resolutionStep?: string }) => ({
  response: given.response ?? "",
  internalNotes: given.internalNotes ?? "",
  resolutionStep: given.resolutionStep ?? "",
})

/** What staff write beside it. */
export const brokenTexts = (given: Parameters<typeof texts>[0]) => validate(statusRules, texts(given))

export const assignment = z.object({ id: z.string(), assignedTo: idOrNone })

export const reply = z.object({
  feedbackId: z.string(),
  message: trimmed,
  type: codeOr(authors, authors.value("admin")),
  isInternal: z
    .boolean()
    .nullish()
    .transform(given => given ?? false),
  authorName: trimmed,
  authorEmail: trimmed,
  attachments: attachments.nullish().transform(given => given ?? []),
})

export const brokenReply = (given: z.infer<typeof reply>) => {
  const { userName, email } = validate(rules, {
    subject: "-",
    description: "-",
    userName: given.authorName,
    email: given.authorEmail,
  })
  return {
    ...validate(replyRules, given),
    authorName: userName,
    authorEmail: email,
    type: authors.name(given.type) === "system" ? ("feedback.authorSystem" as const) : undefined,
  }
}

/** The hash in an upload's address; undefined for what is none of ours. */
export const hashIn = (url: string) => /^\/backend\/media\/([\da-f]{64})\.(?:png|jpeg|webp|gif)$/.exec(url)?.[1]

/** Only what can be an id is asked for. */
export const uuidOf = (id: string | null) => (id !== null && isUuid(id) ? id : undefined)
