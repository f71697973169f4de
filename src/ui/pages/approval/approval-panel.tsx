import { useState } from "react"
import type { Proposal } from "../../../core/approval"
import { maxApprovalComment, returnRules } from "../../../core/approval-comment"
import { notifyFailure, notifySuccess } from "../../../state/notifications"
import { Button, LinkButton } from "../../controls/button"
import { Alert } from "../../display/alert"
import { Card } from "../../display/card"
import { DialogForm } from "../../forms/dialog-form"
import { TextField } from "../../forms/text-field"
import { type Owned, useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useFormat } from "../../hooks/use-format"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import { ChangeTable } from "../history/change-table"
import type { HistorySpec } from "../history/history-spec"
import { QueryPlaceholder } from "../loading/query-placeholder"
import type { Approval } from "./approval"

type Props = { approval: Approval; history: HistorySpec; record: Owned & { id: string }; title: string }

/** The change of a record that waits for approval or was returned: what it changes, and what the person may do about it. */
export const ApprovalPanel = ({ approval, history, record, title }: Props) => {
  const t = useT()
  const format = useFormat()
  const entry = useQuery(approval.proposal, record.id)
  const { data } = entry
  if (!data)
    return (
      <Card title={t("approval.waiting")}>
        <QueryPlaceholder entry={entry} failed={t("approval.notLoaded")} />
      </Card>
    )
  const isReturned = data.state === "returned"
  return (
    <Card
      title={t(isReturned ? "approval.returned" : "approval.waiting")}
      note={`${data.isOwn ? t("approval.byYou") : data.name || data.email} · ${format.dateTime(data.at)}`}
      foot={<Decision {...{ approval, record, title }} proposal={data} />}
    >
      {isReturned && <Alert tone="warning" title={t("approval.returnedWith")} text={data.comment} />}
      {data.current && (
        <Alert tone="warning" title={t("approval.outdated")} text={t("approval.outdatedText")}>
          <ChangeTable
            spec={history}
            caption={t("approval.outdated")}
            before={data.before}
            after={data.current}
            sides={["approval.whenSent", "history.current"]}
          />
        </Alert>
      )}
      <ChangeTable
        spec={history}
        caption={t("approval.change")}
        before={data.before}
        after={data.after}
        sides={[data.current ? "approval.whenSent" : "history.current", "approval.proposed"]}
      />
    </Card>
  )
}

const Decision = ({ approval, record, title, proposal }: Omit<Props, "history"> & { proposal: Proposal }) => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  const paths = useRecordPaths()
  const [isBusy, setBusy] = useState(false)
  const [isReturning, setReturning] = useState(false)
  const { id } = record
  const run = async (decision: "approve" | "withdraw") => {
    setBusy(true)
    try {
      await approval.decide(id, decision)
      notifySuccess(t(decision === "approve" ? "approval.approved" : "approval.withdrawn"), title)
    } catch (error) {
      notifyFailure(error, "approval.failed")
    }
    setBusy(false)
  }
  if (!may("write") || !mayChange(record)) return null
  if (proposal.isOwn)
    return (
      <>
        <LinkButton icon="edit" href={paths.edit(id)}>
          {t("approval.goOn")}
        </LinkButton>
        <Button disabled={isBusy} onClick={() => run("withdraw")}>
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
          initial={{ comment: "" }}
          labels={{ comment: "approval.comment" }}
          rules={returnRules}
          failure="approval.failed"
          submit={t("approval.return")}
          save={({ comment }) => approval.decide(id, "return", comment)}
          onSaved={() => notifySuccess(t("approval.returnedDone"), title)}
          onClose={() => setReturning(false)}
        >
          {form => <TextField {...form.bind("comment")} max={maxApprovalComment} rows={4} required />}
        </DialogForm>
      )}
    </>
  )
}
