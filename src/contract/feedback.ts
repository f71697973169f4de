import { type Code, codes } from "../core/codes"
import * as field from "../core/fields"
import type { Message, Rules } from "../core/rules"
import { entriesOf, type OwnedMembers, ownedFields, recordReader, withDefaults } from "./record"
import type { DeliveryState } from "./webhooks"

/** Feedback: record, codes and rules (docs/contract.md#feedback). */

/** Values of `type`. */
export const kinds = codes("complaint", "suggestion")
export const statuses = codes("new", "inProgress", "resolved", "rejected", "pending")
export const priorities = codes("low", "medium", "high", "critical")
export const categories = codes("application", "system", "content", "other")
export const authors = codes("admin", "user", "system")
export type Status = (typeof statuses.names)[number]

/** `size` is in bytes. */
export type Attachment = { id: string; name: string; url: string; size: number; uploadDate: string }

export type Conversation = {
  id: string
  /** The author's role, a code of `authors`. */
  type: number
  message: string
  authorName: string
  authorEmail: string
  createdDate: string
  isInternal: boolean
  attachments: Attachment[]
  /** What became of the mail with an answer; null or absent where none was sent. *ext.* */
  mail?: DeliveryState | null
}

/**
 * The members that a create call writes. `userId`: the person who gives the feedback, "" for the one who records it. `tenantId`:
 * the company that it concerns, "" for the platform.
 */
export const fields = {
  type: field.code(kinds, "complaint", { isRequired: true }),
  subject: field.text(200, "feedback.subjectRequired"),
  description: field.text(2000, "feedback.descriptionRequired"),
  userId: field.id("user"),
  userName: field.text(100),
  email: field.emailAddress(),
  priority: field.code(priorities, "medium"),
  category: field.code(categories, "other"),
  tenantId: field.special(""),
}

export type FeedbackDraft = field.DraftOf<typeof fields>
export const blank = field.blankOf(fields)
/** Rules of what people type. */
export const rules = field.rulesOf(field.omitFields(fields, "type", "userId", "priority", "category", "tenantId"))

/** Hours within which staff answer, by priority: low, medium, high, critical. */
export const responseHours = [168, 72, 24, 4] as const

const hourMs = 3_600_000

/** Returns the instant by which staff are to answer; null for an unknown priority or date. */
export const dueDateOf = ({ priority, createdDate }: { priority: Code; createdDate: string | null }): string | null => {
  const hours = responseHours[priorities.value(priorities.name(priority))]
  const created = Date.parse(createdDate ?? "")
  return hours === undefined || Number.isNaN(created) ? null : new Date(created + hours * hourMs).toISOString()
}

/** Whether feedback is neither resolved nor rejected. */
export const isOpen = ({ status }: { status: Code }) =>
  statuses.name(status) !== "resolved" && statuses.name(status) !== "rejected"

/** Whether staff still owe an answer: nobody answered, and the feedback is open. */
export const awaitsAnswer = ({ status, firstResponseMinutes }: Pick<FeedbackTimes, "firstResponseMinutes"> & { status: Code }) =>
  firstResponseMinutes === null && isOpen({ status })

/** Times of feedback, computed by the API. *ext.* */
const times = {
  /** The instant by which staff are to answer; null once they have, or when the feedback is resolved or rejected. */
  dueDate: field.orNull(field.instantAt()),
  isOverdue: field.special(false),
  /** Minutes from the creation to the first answer of staff that is not internal, and to the resolution; null before. */
  firstResponseMinutes: field.count(),
  resolutionMinutes: field.count(),
}
export type FeedbackTimes = field.DraftOf<typeof times>

/** What calls of their own change. */
export const handling = {
  status: field.code(statuses, "new"),
  assignedTo: field.id("user"),
  assignedToName: field.name(),
  resolutionStep: field.text(2000),
}

/** What the server adds. */
export const added = { ...handling, resolvedDate: field.orNull(field.instantAt()), ...times }

/** Feedback as the API returns it. */
export type Feedback = Omit<FeedbackDraft, "tenantId"> &
  OwnedMembers &
  field.DraftOf<typeof added> & {
    /** Whether an answer is mailed to the author. *ext.* */
    mailsAnswers: boolean
    /** Visible to staff only. */
    internalNotes: string
    conversations: Conversation[]
    attachments: Attachment[]
  }

/** Feedback in a list, without members of unlimited length. */
export type FeedbackItem = Omit<Feedback, "mailsAnswers" | "internalNotes" | "conversations" | "attachments"> & {
  conversationCount: number
}

const others = { ...ownedFields, ...added }

/** Reads feedback of a list from the wire. */
export const feedbackItemOf = recordReader<FeedbackItem>(fields, { ...others, conversationCount: field.special(0) })

const readAttachment = withDefaults<Attachment>({ id: "", name: "", url: "", size: 0, uploadDate: "" }, {})

const attachmentsIn = (value: unknown) => entriesOf(value, readAttachment)

const readConversation = withDefaults<Conversation>(
  {
    id: "",
    type: authors.value("system"),
    message: "",
    authorName: "",
    authorEmail: "",
    createdDate: "",
    isInternal: false,
    attachments: [],
    mail: null,
  },
  { type: authors },
)

const readFeedback = recordReader<Feedback>(fields, {
  ...others,
  mailsAnswers: field.special(false),
  internalNotes: field.text(10_000),
  conversations: field.special<Conversation[]>([]),
  attachments: field.special<Attachment[]>([]),
})

/** Reads feedback from the wire. */
export const feedbackOf = (raw: object): Feedback => {
  const feedback = readFeedback(raw)
  return {
    ...feedback,
    conversations: entriesOf(feedback.conversations, readConversation).map(entry => ({
      ...entry,
      attachments: attachmentsIn(entry.attachments),
    })),
    attachments: attachmentsIn(feedback.attachments),
  }
}

const pickDraft = field.draftWith(fields)

/** Returns the members of stored feedback that a create call writes. */
export const draftOf = (feedback: Feedback): FeedbackDraft => pickDraft({ ...feedback, tenantId: feedback.tenantId ?? "" })

export type FeedbackStats = {
  total: number
  new: number
  inProgress: number
  resolved: number
  complaints: number
  suggestions: number
  /** *ext.* */
  overdue: number
  /** Rounded percentage. */
  resolutionRate: number
}

export const resolutionRate = (resolved: number, total: number) => (total > 0 ? Math.round((resolved / total) * 100) : 0)

/**
 * Returns the date of resolution after a change of status: `now` on entering `resolved`, unchanged while it stays resolved,
 * otherwise null (docs/contract.md#feedback-transitions).
 */
export const resolvedDateOf = <D>(before: { status: number; resolvedDate: D | null }, status: number, now: D): D | null => {
  const resolved = statuses.value("resolved")
  if (status !== resolved) return null
  return before.status === resolved ? (before.resolvedDate ?? now) : now
}

/** Whether an entry of the conversation answers the person: staff wrote it, and it is not internal. */
export const isAnswer = ({ type, isInternal }: { type: Code; isInternal: boolean }) =>
  authors.name(type) === "admin" && !isInternal

/** Returns the status after an answer of staff: new feedback is in progress then (docs/contract.md#feedback-transitions). */
export const statusAfterAnswer = (status: number): number =>
  statuses.name(status) === "new" ? statuses.value("inProgress") : status

/** What staff write as a reply. */
export const replyFields = { message: field.text(10_000, "feedback.messageRequired") }
export const replyRules = field.rulesOf(replyFields)

/** Entries of a conversation at most, and characters of their messages together. */
export const maxEntries = 500
export const maxConversationLength = 200_000

/** Returns why a message cannot be added to a conversation; undefined if it can. */
export const conversationError = (entries: readonly Pick<Conversation, "message">[], message: string): Message | undefined =>
  entries.length >= maxEntries ||
  entries.reduce((length, entry) => length + entry.message.length, message.length) > maxConversationLength
    ? "feedback.conversationFull"
    : undefined

export const authorFields = { authorName: field.text(100), authorEmail: field.emailAddress() }

/** Rules of the author of a reply; the role `system` is reserved for the server. */
export const authorRules: Rules<{ type: Code; authorName: string; authorEmail: string }> = {
  type: ({ type }) => (authors.name(type) === "system" ? "feedback.authorSystem" : undefined),
  ...(field.rulesOf(authorFields) as Rules<{ type: Code; authorName: string; authorEmail: string }>),
}

/** The texts that a change of status writes. */
export const statusFields = {
  response: field.text(10_000),
  internalNotes: field.text(10_000),
  resolutionStep: handling.resolutionStep,
}
export const statusRules = field.rulesOf(statusFields)
