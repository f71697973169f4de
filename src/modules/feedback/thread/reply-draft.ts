import { authorRules, authors, type Feedback, replyRules } from "../../../contract/feedback"
import type { Rules } from "../../../core/rules"
import { currentTab, loadDrafts, type PendingCreate, removeDraft, saveDraft } from "../../../state/drafts"
import type { Reply } from "../api"
import type { Attached } from "./attachment-links"

/** The reply that is being written, which is stored per person and feedback until it is sent (docs/console.md#thread-of-feedback). */

/** `answer`: to the person; `note`: for staff only; `record`: a statement of the person, recorded by staff. */
export type ReplyMode = "answer" | "note" | "record"

export type ReplyDraft = {
  mode: ReplyMode
  message: string
  /** Of the person, in mode `record`. */
  authorName: string
  authorEmail: string
  attachments: Attached[]
}

/** A reply whose answer was lost; `entries` is the number of entries before it. */
export type UnansweredReply = ReplyDraft & { entries: number }

export const blankReply = ({ userName, email }: Feedback): ReplyDraft => ({
  mode: "answer",
  message: "",
  authorName: userName,
  authorEmail: email,
  attachments: [],
})

const { message } = replyRules
const { authorName, authorEmail } = authorRules

const inRecord =
  (rule: Rules<ReplyDraft>["message"]): Rules<ReplyDraft>["message"] =>
  (draft, field) =>
    draft.mode === "record"
      ? [rule ?? []]
          .flat()
          .map(check => check(draft, field))
          .find(Boolean)
      : undefined

export const replyDraftRules = {
  message,
  authorName: inRecord(authorName as Rules<ReplyDraft>["message"]),
  authorEmail: inRecord(authorEmail as Rules<ReplyDraft>["message"]),
} as Rules<ReplyDraft>

/** The body of the call. @param staff name and e-mail address of the signed-in person */
export const replyOf = (draft: ReplyDraft, staff: { name: string; email: string }): Reply => {
  const isRecord = draft.mode === "record"
  return {
    message: draft.message.trim(),
    type: authors.value(isRecord ? "user" : "admin"),
    isInternal: draft.mode === "note",
    authorName: isRecord ? draft.authorName.trim() : staff.name,
    authorEmail: isRecord ? draft.authorEmail.trim() : staff.email,
    attachments: draft.attachments.map(({ name, url }) => ({ name, url })),
  }
}

const tag = "feedbackReply"
/** A person has one reply for each feedback. */
const id = "reply"

export const loadReply = (feedback: Feedback) => loadDrafts(tag, feedback.id, blankReply(feedback), Date.now())[0]

export const storeReply = (feedbackId: string, draft: ReplyDraft, pending?: PendingCreate<UnansweredReply>) =>
  saveDraft(tag, feedbackId, { id, tab: currentTab(), at: Date.now(), draft, pending: pending as PendingCreate<ReplyDraft> })

export const removeReply = (feedbackId: string) => removeDraft(tag, feedbackId, id)
