import { type ReactNode, useRef, useState } from "react"
import type { Code } from "../../core/codes"
import { joinTexts } from "../../core/text/join-texts"
import { namesOf, notifyRemoved, offerUndo } from "../../state/notifications"
import { Button } from "../controls/button"
import { type CodeLook, codeLabel } from "../display/badge"
import { useReadOnlyReason } from "../display/owner-mark"
import type { Owned } from "../hooks/screen-context"
import { useCan } from "../hooks/use-can"
import { useNow } from "../hooks/use-now"
import { useT } from "../hooks/use-t"
import { actionLabel, type BulkEditor } from "./bulk-action"
import { BulkFailures, type BulkPlan, BulkProgress, ConfirmBulk, SelectionDialog } from "./bulk-dialogs"
import { type Failure, runBulkAction, splitByBlockedReason } from "./bulk-run"
import type { Selection } from "./use-selection"

type Row = Owned & { id: string; status?: Code }

/** A kind of record as the bar needs it: the title of a record, and what tells it from others of the same title. */
type BulkResource<T> = {
  tag: string
  titleOf: (row: T) => string
  noteOf?: (row: T) => string
  status?: CodeLook<string>
}

type Run<T> = { action: BulkPlan<T>["action"]; label: string; total: number; done: number; failures?: Failure<T>[] }

/**
 * The bar of actions on selected records. It offers the actions that apply to at least one of them. An action that is
 * destructive, skips records or changes records out of view asks first (docs/console.md#bulk-actions).
 */
export const BulkBar = <T extends Row>({
  selection,
  resource,
  actions,
  editor: Editor,
  selectAll,
  children,
}: {
  selection: Selection<T>
  resource: BulkResource<T>
  actions: BulkPlan<T>["action"][]
  /** Absent: records are not edited in bulk. */
  editor?: BulkEditor<T>
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
  const { tag, titleOf, noteOf, status } = resource
  const texts = { titleOf, noteOf }
  const [isEditing, setEditing] = useState(false)
  const canEdit = useCan("records.bulkEdit")
  const readOnlyReason = useReadOnlyReason()
  const isEditable = Editor && canEdit && rows.some(row => !readOnlyReason(row))
  const hidden = rows.filter(row => !isInView(row)).length

  const blockedReasonFor = (action: BulkPlan<T>["action"], at: number) => (row: T) => {
    const readOnly = readOnlyReason(row)
    if (readOnly) return readOnly.short
    if (action.appliesTo?.(row, at) ?? true) return undefined
    const reason = action.reasonOf?.(row, at)
    return reason ? t(reason) : t("ui.statusIs", { status: status ? codeLabel(status, row.status, t) : "" })
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
    const { tokens, succeeded, proposed, unchanged, failures } = await runBulkAction(action, affected, {
      note,
      signal: stop.current.signal,
      onSettled: done => setRun({ ...begun, done }),
    })
    if (succeeded.length) {
      const changed = succeeded.length - proposed - unchanged
      const title = joinTexts(
        changed > 0 && t(action.done, { count: changed }),
        "unchanged" in action && unchanged > 0 && t(action.unchanged, { count: unchanged }),
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

  const choose = (action: BulkPlan<T>["action"]) => {
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
        {isEditable && (
          <Button size="sm" icon="edit" onClick={() => setEditing(true)}>
            {t("ui.edit")}
          </Button>
        )}
        {offered.map(({ action, label }) => (
          <Button key={action.label} size="sm" icon={action.icon} tone={action.tone} onClick={() => choose(action)}>
            {label}
          </Button>
        ))}
        {actions.length > 0 && offered.length === 0 && !isEditable && <span>{t("ui.noBulkAction")}</span>}
        {children}
        <Button size="sm" tone="ghost" icon="x" onClick={() => selection.keep([])}>
          {t("ui.clearSelection")}
        </Button>
      </section>
      {isEditing && Editor && <Editor rows={rows} onChoose={choose} onClose={() => setEditing(false)} />}
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
