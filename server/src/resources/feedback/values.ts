import { z } from "zod"
import * as feedback from "../../../../src/contract/feedback"
import { ownedFields } from "../../../../src/contract/record"
import type { Wire } from "../../../../src/contract/wire"
import { omitFields } from "../../../../src/core/fields"
import { code } from "../../http/body"
import { answerShape, instant, named, text, total } from "../../kinds/answer-shape"

/** Schemas of the answers, for the API document. */
const attachment = named("Attachment", { id: text, name: text, url: text, size: total, uploadDate: instant })
const conversation = named("Conversation", {
  id: text,
  type: code(feedback.authors),
  message: text,
  authorName: text,
  authorEmail: text,
  createdDate: instant,
  isInternal: z.boolean(),
  attachments: z.array(attachment),
})
const feedbackShape = {
  ...answerShape("feedback", { ...ownedFields, ...omitFields(feedback.fields, "tenantId"), ...feedback.added }),
  dueDate: instant.nullable(),
  resolvedDate: instant.nullable(),
  isOverdue: z.boolean(),
  firstResponseMinutes: total.nullable(),
  resolutionMinutes: total.nullable(),
}
export const feedbackItem = named("FeedbackItem", { ...feedbackShape, conversationCount: total }) satisfies z.ZodType<
  Wire<feedback.FeedbackItem>
>
export const feedbackValue = named("Feedback", {
  ...feedbackShape,
  internalNotes: text,
  conversations: z.array(conversation),
  attachments: z.array(attachment),
}) satisfies z.ZodType<Wire<feedback.Feedback>>

export const feedbackStats = named("FeedbackStats", {
  total,
  new: total,
  inProgress: total,
  resolved: total,
  complaints: total,
  suggestions: total,
  overdue: total,
  resolutionRate: z.number().min(0).max(100),
}) satisfies z.ZodType<feedback.FeedbackStats>
