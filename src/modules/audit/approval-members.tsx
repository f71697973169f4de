import { type NewPerson, newPersonKinds } from "../../contract/approval"
import { type ApprovalNeed, approvalNeeds } from "../../contract/approvals"
import { dash } from "../../core/text/format"
import type { Key } from "../../core/text/i18n"
import { asDateTime } from "../../ui/forms/compare"
import { useT } from "../../ui/hooks/use-t"
import { namesOfNeeds } from "../approval-settings/api"

/** How the history displays what it has of approvals and of their settings (docs/contract.md#approvals). */

const people = ["approver", "sender"] as const satisfies readonly NewPerson["person"][]

/** Which of sender and approver made the other one an administrator; stored as `approver.added`. */
const NewPersonText = ({ value }: { value: unknown }) => {
  const t = useT()
  const [person, how] = String(value).split(".")
  const found = people.find(name => name === person)
  const kind = newPersonKinds.find(name => name === how)
  if (!found || !kind) return t("ui.unknown")
  return found === "approver" ? t(`approval.madeBy.approver.${kind}`) : t(`approval.madeBy.sender.${kind}`)
}

const Needs = ({ value }: { value: unknown }) => {
  const t = useT()
  const needs = Array.isArray(value) ? value.filter((name): name is ApprovalNeed => approvalNeeds.includes(name)) : []
  return namesOfNeeds(needs, t) || dash
}

export const approvalLabels = {
  comment: "approval.comment",
  approvalNote: "approval.note",
  newPerson: "approval.newPersonLabel",
  madeAt: "approval.madeAt",
  sentBy: "approval.sentBy",
  approval: "approval.setting",
  waitDays: "approval.waitDays",
} as const satisfies Record<string, Key>

export const approvalCompare = { newPerson: NewPersonText, madeAt: asDateTime(), approval: Needs }
