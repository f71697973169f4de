import { codes } from "../core/codes"
import { email, maxLength, type Rules, required } from "../core/rules"

/** The words of feedback, shared by console and API (S3, S4). */
export const kinds = codes("complaint", "suggestion")
export const statuses = codes("new", "inProgress", "resolved", "rejected", "pending")
export const priorities = codes("low", "medium", "high", "critical")
export const categories = codes("application", "system", "content", "other")
export const authors = codes("admin", "user", "system")
export type Status = (typeof statuses.names)[number]

/** Size in bytes; shown in KB. */
export type Attachment = { id: string; name: string; url: string; size: number; uploadDate: string }

export type Conversation = {
  id: string
  /** Who wrote it, of `authors`. */
  type: number
  message: string
  authorName: string
  authorEmail: string
  createdDate: string
  isInternal: boolean
  attachments: Attachment[]
}

/** What is written on the wire when somebody is heard. */
export type FeedbackDraft = {
  type: number
  subject: string
  description: string
  /** Whose it is; the one who writes it down when nobody is named. */
  userId: string
  userName: string
  email: string
  priority: number
  category: number
  /** The company it is about; "" for the platform's own. */
  tenantId: string
}

export type Feedback = FeedbackDraft & {
  id: string
  status: number
  tenantName: string
  assignedTo: string
  assignedToName: string
  createdDate: string
  updatedDate: string
  resolvedDate: string | null
  /** For staff alone. */
  internalNotes: string
  resolutionStep: string
  conversations: Conversation[]
  attachments: Attachment[]
}

export type FeedbackStats = {
  total: number
  new: number
  inProgress: number
  resolved: number
  complaints: number
  suggestions: number
  /** Percent, rounded. */
  resolutionRate: number
}

export const resolutionRate = (resolved: number, total: number) => (total > 0 ? Math.round((resolved / total) * 100) : 0)

/** When it was resolved: stamped on entering that status, kept while it stays there, gone once it is taken up again. */
export const resolvedDateOf = <D>(before: { status: number; resolvedDate: D | null }, status: number, now: D): D | null => {
  const resolved = statuses.value("resolved")
  if (status !== resolved) return null
  return before.status === resolved ? (before.resolvedDate ?? now) : now
}

export const rules: Rules<Pick<FeedbackDraft, "subject" | "description" | "email" | "userName">> = {
  subject: [required("feedback.subjectRequired"), maxLength(200)],
  description: [required("feedback.descriptionRequired"), maxLength(2000)],
  email: [email("auth.emailInvalid"), maxLength(254)],
  userName: maxLength(100),
}

export const replyRules: Rules<{ message: string }> = {
  message: [required("feedback.messageRequired"), maxLength(10_000)],
}

/** What goes with a new status. */
export const statusRules: Rules<{ response: string; internalNotes: string; resolutionStep: string }> = {
  response: maxLength(10_000),
  internalNotes: maxLength(10_000),
  resolutionStep: maxLength(2000),
}
