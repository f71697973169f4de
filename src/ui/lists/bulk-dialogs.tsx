import { type ReactNode, useState } from "react"
import { removalText } from "../../state/notifications"
import { Button } from "../controls/button"
import { Alert } from "../display/alert"
import { Progress } from "../display/progress"
import { ApprovalNote } from "../forms/approval-note"
import { messageText } from "../forms/message-text"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import type { BulkAction, LotAction } from "./bulk-action"
import type { Failure, Skipped } from "./bulk-run"

/** A bulk action before it starts: the records that it changes and those that it skips. */
export type BulkPlan<T> = { action: BulkAction<T> | LotAction<T>; label: string; affected: T[]; skipped: Skipped<T>[] }

/** Texts of a record in a dialog: its title, and what tells it from others of the same title. */
type NameTexts<T> = { titleOf: (row: T) => string; noteOf: ((row: T) => string) | undefined }
type RowTexts<T> = { texts: NameTexts<T>; isInView: (row: T) => boolean }

/** Names of records, each with further content. */
const RecordNames = <T extends { id: string }>(props: {
  label?: string
  rows: readonly T[]
  texts: NameTexts<T>
  detailsOf: (row: T) => ReactNode
}) => (
  <ul className="bulk-names" aria-label={props.label}>
    {props.rows.map(row => (
      <li key={row.id}>
        <RecordName row={row} texts={props.texts} />
        {props.detailsOf(row)}
      </li>
    ))}
  </ul>
)

const RecordName = <T,>({ row, texts }: { row: T; texts: NameTexts<T> }) => (
  <>
    <b>{texts.titleOf(row)}</b>
    {texts.noteOf && <span>{texts.noteOf(row)}</span>}
  </>
)

const OutOfViewNote = ({ isShown }: { isShown: boolean }) => {
  const t = useT()
  return isShown ? <span>{t("ui.notInView")}</span> : null
}

/** Asks whether a bulk action starts: names the records that it changes, and those that it skips with the reasons. */
export const ConfirmBulk = <T extends { id: string }>({
  plan: { action, label, affected, skipped },
  texts,
  isInView,
  onConfirm,
  onClose,
}: RowTexts<T> & { plan: BulkPlan<T>; onConfirm: (note: string) => void; onClose: () => void }) => {
  const t = useT()
  const count = affected.length
  const isDanger = action.tone === "danger"
  const sent = action.sends ? affected.filter(action.sends).length : 0
  const [note, setNote] = useState("")
  return (
    <Dialog
      title={action.confirm ? t(action.confirm.title, { count }) : t("ui.bulkTitle", { action: label, count })}
      text={action.confirm && (sent ? t(action.confirm.text) : removalText(t(action.confirm.text)))}
      icon={isDanger ? "alert" : "info"}
      tone={action.tone}
      onClose={onClose}
    >
      <div className="dialog__body">
        <RecordNames
          label={t("ui.bulkAffected")}
          rows={affected}
          texts={texts}
          detailsOf={row => {
            const note = action.noteOf?.(row)
            return (
              <>
                {note && <span>{messageText(note, t)}</span>}
                <OutOfViewNote isShown={!isInView(row)} />
              </>
            )
          }}
        />
        {skipped.length > 0 && (
          <>
            <h3>{t("ui.bulkSkipped", { count: skipped.length })}</h3>
            <RecordNames
              label={t("ui.bulkSkipped", { count: skipped.length })}
              rows={skipped.map(({ row }) => row)}
              texts={texts}
              detailsOf={row => <span>{skipped.find(other => other.row === row)?.reason}</span>}
            />
          </>
        )}
        {sent > 0 && (
          <>
            <p>{t("approval.sendCount", { count: sent })}</p>
            <ApprovalNote value={note} onChange={setNote} />
          </>
        )}
      </div>
      <div className="dialog__foot">
        <Button data-focus onClick={onClose}>
          {t("ui.cancel")}
        </Button>
        <Button tone={isDanger ? "danger-solid" : "primary"} onClick={() => onConfirm(note)}>
          {t("ui.bulkConfirm", { action: label, count })}
        </Button>
      </div>
    </Dialog>
  )
}

/** Progress of a bulk action. */
export const BulkProgress = (props: { label: string; done: number; total: number; onStop: () => void }) => {
  const t = useT()
  return (
    <Dialog title={props.label} onClose={props.onStop}>
      <div className="dialog__body">
        <p aria-live="polite">{t("ui.progress", { done: props.done, total: props.total })}</p>
        <Progress value={props.done / props.total} label={props.label} />
      </div>
      <div className="dialog__foot">
        <Button onClick={props.onStop}>{t("ui.stop")}</Button>
      </div>
    </Dialog>
  )
}

/** The records that a bulk action did not change because a call failed; those whose call may succeed can be tried again. */
export const BulkFailures = <T extends { id: string }>(props: {
  label: string
  total: number
  failures: readonly Failure<T>[]
  texts: NameTexts<T>
  onRetry: (rows: T[]) => void
  onClose: () => void
}) => {
  const t = useT()
  const { failures } = props
  const retryable = failures.flatMap(failure => (failure.isRetryable ? [failure.row] : []))
  return (
    <Dialog title={props.label} onClose={props.onClose}>
      <div className="dialog__body">
        <Alert tone="warning" title={t("ui.bulkFailed", { count: failures.length, total: props.total })} />
        <ul className="bulk-results">
          {failures.map(({ row, reason }) => (
            <li key={row.id}>
              <RecordName row={row} texts={props.texts} />
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="dialog__foot">
        <Button onClick={props.onClose}>{t("ui.close")}</Button>
        {retryable.length > 0 && (
          <Button tone="primary" onClick={() => props.onRetry(retryable)}>
            {t("ui.retryFailed")}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** The selected records, each of which can be deselected; also all that are not in view. */
export const SelectionDialog = <T extends { id: string }>(
  props: RowTexts<T> & { rows: T[]; onKeep: (rows: T[]) => void; onClose: () => void },
) => {
  const t = useT()
  const { rows, texts, isInView, onKeep } = props
  const inView = rows.filter(isInView)
  return (
    <Dialog title={t("ui.selected", { count: rows.length })} onClose={props.onClose}>
      <div className="dialog__body">
        <RecordNames
          label={t("ui.selection")}
          rows={rows}
          texts={texts}
          detailsOf={row => (
            <>
              <OutOfViewNote isShown={!isInView(row)} />
              <Button
                size="sm"
                tone="ghost"
                aria-label={`${t("ui.deselect")}: ${texts.titleOf(row)}`}
                onClick={() => {
                  onKeep(rows.filter(other => other !== row))
                  if (rows.length === 1) props.onClose()
                }}
              >
                {t("ui.deselect")}
              </Button>
            </>
          )}
        />
      </div>
      <div className="dialog__foot">
        <Button data-focus onClick={props.onClose}>
          {t("ui.close")}
        </Button>
        {inView.length < rows.length && (
          <Button
            onClick={() => {
              onKeep(inView)
              props.onClose()
            }}
          >
            {t("ui.deselectHidden", { count: rows.length - inView.length })}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
