import { type ReactNode, useRef, useState } from "react"
import { joinTexts } from "../../core/text/join-texts"
import { namesOf, notifyRemoved, offerUndo } from "../../state/notifications"
import { Button } from "../controls/button"
import { useNow } from "../hooks/use-now"
import { useT } from "../hooks/use-t"
import { actionLabel, type BulkAction, type Failure, runBulkAction, splitByBlockedReason } from "./bulk-action"
import { BulkFailures, type BulkPlan, BulkProgress, ConfirmBulk, SelectionDialog } from "./bulk-dialogs"
import type { Selection } from "./use-selection"

type Run<T> = { action: BulkAction<T>; label: string; total: number; done: number; failures?: Failure<T>[] }

/**
 * The bar of actions on selected records. It offers the actions that apply to at least one of them. An action that is
 * destructive, skips records or changes records out of view asks first (docs/console.md#bulk-actions).
 */
export const BulkBar = <T extends { id: string }>({
  selection,
  texts,
  statusOf,
  readOnlyReasonOf,
  tag,
  actions,
  selectAll,
  children,
}: {
  selection: Selection<T>
  /** The title of a record, and what tells it from others of the same title. */
  texts: { titleOf: (row: T) => string; noteOf: ((row: T) => string) | undefined }
  /** The text of a record's status, as the reason why an action does not apply. */
  statusOf: (row: T) => string
  /** Why the person may not change a record; undefined for those that may be changed. */
  readOnlyReasonOf: (row: T) => string | undefined
  tag: string
  actions: BulkAction<T>[]
  /** Selects all records of the filter; absent if they are in view. */
  selectAll?: { total: number; isBusy: boolean; run: () => void }
  /** Further buttons. */
  children?: ReactNode
}) => {
  const t = useT()
  const now = useNow()
  const [plan, setPlan] = useState<BulkPlan<T>>()
  const [run, setRun] = useState<Run<T>>()
  const [isListed, setListed] = useState(false)
  const stop = useRef<AbortController>(undefined)
  const { rows, isInView } = selection
  const hidden = rows.filter(row => !isInView(row)).length

  const blockedReasonFor = (action: BulkAction<T>, at: number) => (row: T) => {
    const readOnly = readOnlyReasonOf(row)
    if (readOnly) return readOnly
    if (action.appliesTo?.(row, at) ?? true) return undefined
    const reason = action.reasonOf?.(row, at)
    return reason ? t(reason) : t("ui.statusIs", { status: statusOf(row) })
  }
  const offered = actions.flatMap(action => {
    const affected = rows.filter(row => blockedReasonFor(action, now)(row) === undefined)
    return affected.length ? [{ action, label: actionLabel(action, action.label, affected, t) }] : []
  })

  const start = async ({ action, label, affected, skipped }: BulkPlan<T>, note?: string) => {
    const total = affected.length
    setPlan(undefined)
    stop.current = new AbortController()
    const begun = { action, label, total }
    setRun({ ...begun, done: 0 })
    const { tokens, succeeded, proposed, failures } = await runBulkAction(action, affected, {
      note,
      signal: stop.current.signal,
      onSettled: done => setRun({ ...begun, done }),
    })
    if (succeeded.length) {
      const changed = succeeded.length - proposed
      const title = joinTexts(
        changed > 0 && t(action.done, { count: changed }),
        proposed > 0 && `${t("approval.sent")}: ${proposed}`,
        skipped.length > 0 && t("ui.bulkSkippedDone", { count: skipped.length }),
      )
      ;(action.tone === "danger" && changed > 0 ? notifyRemoved : offerUndo)(tokens, [tag], title, {
        subject: namesOf(succeeded.map(texts.titleOf)),
      })
    }
    setRun(failures.length ? { ...begun, done: total, failures } : undefined)
    selection.keep(failures.map(({ row }) => row))
  }

  const choose = (action: BulkAction<T>) => {
    const { affected, skipped } = splitByBlockedReason(rows, blockedReasonFor(action, Date.now()))
    const next = { action, label: actionLabel(action, action.label, affected, t), affected, skipped }
    if (action.confirm || skipped.length || hidden || affected.some(row => action.sends?.(row))) setPlan(next)
    else start(next)
  }

  return (
    <>
      <section className="bulk-bar" aria-label={t("ui.selection")}>
        <p>
          <b>{t("ui.selected", { count: rows.length })}</b>
          {hidden > 0 && <span>{t("ui.hiddenSelected", { count: hidden })}</span>}
        </p>
        {hidden > 0 && (
          <Button size="sm" tone="ghost" onClick={() => setListed(true)}>
            {t("ui.showSelected")}
          </Button>
        )}
        {selectAll && (
          <Button size="sm" tone="ghost" busy={selectAll.isBusy} onClick={selectAll.run}>
            {t("ui.selectAll", { count: selectAll.total })}
          </Button>
        )}
        {offered.map(({ action, label }) => (
          <Button key={action.label} size="sm" icon={action.icon} tone={action.tone} onClick={() => choose(action)}>
            {label}
          </Button>
        ))}
        {actions.length > 0 && offered.length === 0 && <span>{t("ui.noBulkAction")}</span>}
        {children}
        <Button size="sm" tone="ghost" icon="x" onClick={() => selection.keep([])}>
          {t("ui.clearSelection")}
        </Button>
      </section>
      {plan && (
        <ConfirmBulk
          plan={plan}
          texts={texts}
          isInView={isInView}
          onConfirm={note => start(plan, note)}
          onClose={() => setPlan(undefined)}
        />
      )}
      {run && !run.failures && (
        <BulkProgress label={run.label} done={run.done} total={run.total} onStop={() => stop.current?.abort()} />
      )}
      {run?.failures && (
        <BulkFailures
          label={run.label}
          total={run.total}
          failures={run.failures}
          texts={texts}
          onRetry={affected => start({ ...run, affected, skipped: [] })}
          onClose={() => setRun(undefined)}
        />
      )}
      {isListed && (
        <SelectionDialog rows={rows} texts={texts} isInView={isInView} onKeep={selection.keep} onClose={() => setListed(false)} />
      )}
    </>
  )
}
