import { z } from "zod"
import {
  authorRules,
  authors,
  fields,
  priorities,
  replyRules,
  rules,
  statuses,
  statusRules,
} from "../../../../src/contract/feedback"
import { validate } from "../../../../src/core/rules"
import { type FeedbackRow, feedbacks as table } from "../../db/schema"
import { refuseInvalid } from "../../errors/problem"
import { address, booleanOr, clean, code, codeOr, idOrEmpty, idOrNull, limited, listOf, trimmed } from "../../http/body"
import { feedbackFields } from "../../kinds/feedback"
import { bodyShape, mergeDraft, storedFields } from "../../kinds/fields"

/** The bodies of feedback: a new one, a change, and the single steps of its handling (docs/contract.md#feedback-calls). */
export const feedbackBody = z.object({ ...bodyShape(fields), tenantId: idOrEmpty })
export type FeedbackBody = z.infer<typeof feedbackBody>

/** What a bulk edit sets. */
export const handlingChange = z.object({ status: code(statuses), priority: code(priorities), assignedTo: idOrNull })

const stored = storedFields(table, feedbackFields)

/** The columns of new feedback: status *new*, no answer, no file, no assignee (docs/contract.md#feedback-transitions). */
export const feedbackColumns = (
  { tenantId: _, ...given }: FeedbackBody,
  tenantId: string | null,
  author: Pick<FeedbackRow, "userId" | "userName" | "email">,
) => ({
  ...stored.columns(mergeDraft(feedbackFields, undefined, given)),
  tenantId,
  ...author,
  status: statuses.value("new"),
})

/** A member that a change may leave out. */
const optionalText = (max: number) => z.string().meta({ maxLength: max }).nullable().transform(clean).optional()

/** Uploaded files by their addresses; `id` names a stored one. */
const attachment = z.object({
  id: z.string().optional(),
  name: limited(200),
  url: z.string().max(2000),
})
const maxAttachments = 20
export type AttachmentBody = z.infer<typeof attachment>

/** Author and company of feedback do not change. */
export const feedbackChange = feedbackBody
  .omit({ tenantId: true, userId: true })
  .partial()
  .extend({
    id: z.string(),
    internalNotes: trimmed(10_000),
    resolutionStep: trimmed(2000),
    attachments: z.array(attachment).max(maxAttachments).optional(),
  })

/** @throws Refusal 400 naming every invalid field of a changed record */
export const refuseInvalidFeedback = (row: FeedbackRow, before: FeedbackRow) =>
  refuseInvalid({
    ...validate(rules, row, [before]),
    ...validate(statusRules, { ...row, response: "" }, [{ ...before, response: "" }]),
  })

export const statusUpdate = z.object({
  id: z.string(),
  status: code(statuses),
  response: trimmed(10_000),
  internalNotes: optionalText(10_000),
  resolutionStep: optionalText(2000),
})

export const statusUpdateErrors = ({ response, internalNotes = "", resolutionStep = "" }: z.infer<typeof statusUpdate>) =>
  validate(statusRules, { response, internalNotes, resolutionStep })

export const assignment = z.object({ id: z.string(), assignedTo: idOrNull })

export const reply = z.object({
  feedbackId: z.string(),
  message: trimmed(10_000),
  type: codeOr(authors, authors.value("admin")),
  isInternal: booleanOr(false),
  authorName: trimmed(100),
  authorEmail: address,
  attachments: listOf(attachment, maxAttachments),
})

export const replyErrors = (given: z.infer<typeof reply>) => ({ ...validate(replyRules, given), ...validate(authorRules, given) })
