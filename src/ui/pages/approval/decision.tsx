import { useState } from "react"
import { returnFields, returnRules } from "../../../contract/approval-comment"
import { notifyFailure, notifySuccess } from "../../../state/notifications"
import { Button, LinkButton } from "../../controls/button"
import { DialogForm } from "../../forms/dialog-form"
import { TextField } from "../../forms/text-field"
import { useRecordPaths } from "../../hooks/screen-context"
import { useT } from "../../hooks/use-t"
import type { SeenProposal } from "./approval"
import type { Seen } from "./use-seen-proposal"

type Props = {
  id: string
  title: string
  proposal: SeenProposal
  seen: Seen
  /** Called after an approval or a withdrawal. */
  onDecided: () => void
}

/** What a person who may change the record may do about its proposal. */
export const Decision = ({ id, title, proposal, seen, onDecided }: Props) => {
  const t = useT()
  const paths = useRecordPaths()
  const [isBusy, setBusy] = useState(false)
  const [isReturning, setReturning] = useState(false)
  /** The comment of a return that was refused. */
  const [comment, setComment] = useState("")
  const run = async (decision: "approve" | "withdraw") => {
    setBusy(true)
    try {
      if ((await seen.decide(decision)) === "made") {
        notifySuccess(t(decision === "approve" ? "approval.approved" : "approval.withdrawn"), title)
        onDecided()
      } else seen.focusNotice()
    } catch (error) {
      notifyFailure(error, "approval.failed")
    }
    setBusy(false)
  }
  if (proposal.isOwn)
    return (
      <>
        {!proposal.step && (
          <LinkButton tone="primary" icon="edit" href={paths.edit(id)}>
            {t("approval.goOn")}
          </LinkButton>
        )}
        <Button busy={isBusy} onClick={() => run("withdraw")}>
          {t("approval.withdraw")}
        </Button>
      </>
    )
  if (proposal.state === "returned") return null
  return (
    <>
      <Button tone="primary" icon="check" busy={isBusy} disabled={proposal.current !== null} onClick={() => run("approve")}>
        {t("approval.approve")}
      </Button>
      <Button onClick={() => setReturning(true)}>{t("approval.return")}</Button>
      {isReturning && (
        <DialogForm
          title={t("approval.return")}
          text={title}
          initial={{ comment }}
          labels={{ comment: "approval.comment" }}
          fields={returnFields}
          rules={returnRules}
          failure="approval.failed"
          submit={t("approval.return")}
          save={async given => {
            const outcome = await seen.decide("return", given.comment)
            setReturning(false)
            if (outcome === "made") notifySuccess(t("approval.returnedDone"), title)
            else setComment(given.comment)
            seen.focusNotice()
          }}
          onSaved={() => undefined}
          onClose={() => setReturning(false)}
        >
          {form => <TextField {...form.bind("comment")} rows={4} />}
        </DialogForm>
      )}
    </>
  )
}
