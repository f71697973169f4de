import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { pool } from "../../../core/concurrency/pool"
import { errorMessage } from "../../../core/http/errors"
import { notifySuccess } from "../../../state/notifications"
import { Button, LinkButton } from "../../controls/button"
import { useRecordPaths } from "../../hooks/screen-context"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"
import { maxParallelCalls } from "../../lists/bulk-action"
import { Dialog } from "../../overlays/dialog"
import type { HistorySpec } from "../history/history-spec"
import { QueryPlaceholder } from "../loading/query-placeholder"
import type { Approval } from "./approval"
import { ProposalEnd, useSender } from "./approval-panel"
import { Decision } from "./decision"
import { ProposalDetails } from "./proposal-details"
import { type Seen, useSeenProposal } from "./use-seen-proposal"

type Row = { id: string; title: string; approval: string | undefined }
type Kind = { approval: Approval; history: HistorySpec }

/** A proposal in a dialog, or what became of it. */
const Proposal = ({ approval, history, row, seen }: Kind & { row: Row; seen: Seen }) => {
  const t = useT()
  const { entry, isEnded, notice } = seen
  if (isEnded) return <ProposalEnd history={history} id={row.id} notice={notice} />
  if (!entry.data) return <QueryPlaceholder entry={entry} failed={t("approval.notLoaded")} />
  return <ProposalDetails approval={approval} history={history} proposal={entry.data} seen={seen} />
}

/** What is reviewed: the proposals one after the other from the one `at` on; without it all at once. */
export type ReviewRequest = Kind & { rows: readonly Row[]; at: number | undefined }

type ReviewProps = Kind & { rows: readonly Row[]; at: number; onClose: () => void }
type ApproveProps = Kind & { rows: readonly Row[]; onApproved: (ids: readonly string[]) => void; onClose: () => void }

export const Review = ({ at, ...props }: ReviewRequest & Pick<ApproveProps, "onApproved" | "onClose">) =>
  at === undefined ? <ApproveDialog {...props} /> : <ReviewDialog {...props} at={at} />

/** The proposals of a list, one after the other, each with its decision. */
const ReviewDialog = ({ rows, at: start, ...props }: ReviewProps) => {
  const [at, setAt] = useState(start)
  const row = rows[at]
  if (!row) return null
  const go = (to: number) => (rows[to] ? setAt(to) : props.onClose())
  return <RowReview key={row.id} {...props} row={row} at={at} total={rows.length} go={go} />
}

type RowProps = Kind & { row: Row; at: number; total: number; go: (to: number) => void; onClose: () => void }

const RowReview = ({ approval, history, row, at, total, go, onClose }: RowProps) => {
  const t = useT()
  const format = useFormat()
  const paths = useRecordPaths()
  const senderOf = useSender()
  const seen = useSeenProposal(approval, { id: row.id, state: row.approval })
  const { data } = seen.entry
  const place = `${format.number(at + 1)} / ${format.number(total)}`
  return (
    <Dialog
      title={`${row.title}${total > 1 ? ` (${place})` : ""}`}
      text={data && !seen.isEnded ? senderOf(data) : undefined}
      size="wide"
      onClose={onClose}
    >
      <div className="dialog__body">
        <Proposal approval={approval} history={history} row={row} seen={seen} />
      </div>
      <div className="dialog__foot">
        <Button tone="ghost" onClick={onClose}>
          {t("ui.close")}
        </Button>
        {total > 1 && (
          <>
            <Button disabled={at === 0} onClick={() => go(at - 1)}>
              {t("ui.previousRecord")}
            </Button>
            <Button data-focus disabled={at === total - 1} onClick={() => go(at + 1)}>
              {t("ui.nextRecord")}
            </Button>
          </>
        )}
        <LinkButton href={paths.view(row.id)}>{t("approval.showRecord")}</LinkButton>
        {data && seen.first && seen.isShown && !seen.isEnded && (
          <Decision id={row.id} title={row.title} proposal={data} seen={seen} onDecided={() => go(at + 1)} />
        )}
      </div>
    </Dialog>
  )
}

type Result = { isMade: boolean; text: string }
/** Approves several proposals as they are shown here, each by its own version, with a result for each. */
const ApproveDialog = ({ rows, onApproved, onClose, ...kind }: ApproveProps) => {
  const t = useT()
  const decisions = useRef(new Map<string, Seen["decide"]>())
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set())
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  const [isBusy, setBusy] = useState(false)
  const open = rows.filter(({ id }) => ready.has(id) && !results[id]?.isMade)

  const approve = async () => {
    setBusy(true)
    const settled = await pool(
      open,
      maxParallelCalls,
      async ({ id }) => (await decisions.current.get(id)?.("approve")) === "made",
    )
    const outcome = Object.fromEntries(
      open.map(({ id }, index): [string, Result] => {
        const result = settled[index]
        if (result?.status === "rejected") return [id, { isMade: false, text: errorMessage(result.reason, "approval.failed", t) }]
        const isMade = result?.value === true
        return [id, { isMade, text: t(isMade ? "approval.approved" : "approval.lookAgain") }]
      }),
    )
    const all = { ...results, ...outcome }
    setResults(all)
    setBusy(false)
    const made = rows.filter(({ id }) => all[id]?.isMade)
    onApproved(made.map(({ id }) => id))
    if (made.length) notifySuccess(t("approval.approvedMany", { count: made.length }))
    if (made.length === rows.length) onClose()
  }
  const onReady = (id: string, isReady: boolean) =>
    setReady(before => {
      if (before.has(id) === isReady) return before
      const next = new Set(before)
      if (isReady) next.add(id)
      else next.delete(id)
      return next
    })

  return (
    <Dialog
      title={t("approval.approveMany", { count: rows.length })}
      text={t("approval.approveManyText")}
      size="wide"
      onClose={onClose}
    >
      <ul className="dialog__body history">
        {rows.map(row => (
          <ApproveRow key={row.id} {...kind} row={row} result={results[row.id]} decisions={decisions} onReady={onReady} />
        ))}
      </ul>
      <div className="dialog__foot">
        <Button data-focus onClick={onClose}>
          {t("ui.close")}
        </Button>
        <Button tone="primary" icon="check" busy={isBusy} disabled={open.length === 0} onClick={approve}>
          {`${t("approval.approve")} (${open.length})`}
        </Button>
      </div>
    </Dialog>
  )
}

type ApproveRowProps = Kind & {
  row: Row
  result: Result | undefined
  decisions: RefObject<Map<string, Seen["decide"]>>
  onReady: (id: string, isReady: boolean) => void
}

/** One of several proposals: its sender, its comparison on demand, and its result. */
const ApproveRow = ({ approval, history, row, result, decisions, onReady }: ApproveRowProps) => {
  const t = useT()
  const senderOf = useSender()
  const seen = useSeenProposal(approval, { id: row.id, state: row.approval })
  const { data } = seen.entry
  const isReady = Boolean(data && seen.first && !seen.isEnded && !data.isOwn && data.state === "waiting" && !data.current)
  useEffect(() => {
    decisions.current.set(row.id, seen.decide)
  })
  const report = useEffectEvent(onReady)
  useEffect(() => report(row.id, isReady), [row.id, isReady])
  const why = data?.isOwn
    ? "approval.own"
    : data?.current
      ? "approval.outdated"
      : data?.state === "returned"
        ? "approval.returned"
        : undefined
  const note = result?.text ?? (why && t(why))
  return (
    <li data-row={row.id}>
      <details open={result && !result.isMade}>
        <summary>
          <b>{row.title}</b> <span className="subtle small">{data && senderOf(data)}</span>
        </summary>
        {!result?.isMade && <Proposal approval={approval} history={history} row={row} seen={seen} />}
      </details>
      {note && <p role="status">{note}</p>}
    </li>
  )
}
