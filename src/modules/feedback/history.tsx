import { draftOf, type Feedback, feedbackOf, fields } from "../../contract/feedback"
import { arrayOf } from "../../core/http/envelope"
import { dash } from "../../core/text/format"
import { asCode, asDateTime, compareOf } from "../../ui/forms/compare"
import { useT } from "../../ui/hooks/use-t"
import { historyOf } from "../audit/api"
import { categoryLook, feedback, kindLook, priorityLook, statusLook } from "./resource"
import { fileName } from "./thread/attachment-links"

const compare = compareOf(fields, { type: kindLook, priority: priorityLook, category: categoryLook })

const partsOf = (value: unknown): Pick<Feedback, "conversations" | "attachments"> => {
  const list = arrayOf(value)
  return feedbackOf({ conversations: list, attachments: list })
}

/** The number of entries and the latest one. */
const Entries = ({ value }: { value: unknown }) => {
  const t = useT()
  const { conversations } = partsOf(value)
  const last = conversations.at(-1)
  if (!last) return dash
  return (
    <>
      {t("feedback.entriesCount", { count: conversations.length })}
      <br />
      {last.authorName}: {last.message}
    </>
  )
}

const Files = ({ value }: { value: unknown }) => partsOf(value).attachments.map(fileName).join(", ") || dash

export const history = historyOf("feedback", { resource: feedback, compare, draftOf }, feedbackOf, {
  labels: {
    status: "feedback.statusLabel",
    assignedToName: "feedback.assignee",
    internalNotes: "feedback.internalNotes",
    resolutionStep: "feedback.resolutionStep",
    resolvedDate: "feedback.resolvedAt",
    conversations: "feedback.thread",
    attachments: "feedback.files",
  },
  compare: { status: asCode(statusLook), resolvedDate: asDateTime(), conversations: Entries, attachments: Files },
  grouped: ["assignedTo"],
})
