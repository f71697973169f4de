import { authorFields, authors, type Feedback, replyFields } from "../../../contract/feedback"
import { rulesOf } from "../../../core/fields"
import type { DraftStore } from "../../../core/form/drafts"
import type { FormSpec } from "../../../core/form/spec"
import { type Rules, when } from "../../../core/rules"
import { draftStore } from "../../../state/drafts"
import type { Reply } from "../api"
import { feedback } from "../resource"
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

const fields = { ...replyFields, ...authorFields }

const rules = rulesOf(fields) as Rules<ReplyDraft>

const inRecord = (name: "authorName" | "authorEmail") =>
  [rules[name] ?? []].flat().map(rule => when<ReplyDraft>(({ mode }) => mode === "record", rule))

export const replySpec: FormSpec<ReplyDraft> = {
  labels: {
    mode: "feedback.replyMode",
    message: "feedback.message",
    authorName: feedback.labels.userName,
    authorEmail: feedback.labels.email,
    attachments: "feedback.files",
  },
  fields,
  rules: { ...rules, authorName: inRecord("authorName"), authorEmail: inRecord("authorEmail") },
}

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

/** A person has one reply for each feedback, which is stored at each change. */
export const replyStore = (feedback: Feedback): DraftStore<ReplyDraft> => ({
  ...draftStore("feedbackReply", feedback.id, blankReply(feedback)),
  newId: () => "reply",
  later: work => {
    work()
    return () => {}
  },
})
