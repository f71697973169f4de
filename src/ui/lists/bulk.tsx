import { useRef, useState } from "react"
import { errorMessage } from "../../core/errors"
import type { Answer } from "../../core/http"
import type { Key } from "../../core/i18n"
import { pool } from "../../core/pool"
import { confirmation, i18n } from "../../state/instances"
import { Button } from "../controls/button"
import { Alert } from "../display/alert"
import { Progress } from "../display/progress"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import { notifyRemoved, offerUndo, removalText } from "../overlays/notifications"

/** An action on selected records: one call per record, undone by the tokens of all calls (docs/console.md#bulk-actions). */
export type BulkAction<T> = {
  label: Key
  icon: string
  tone?: "danger"
  /** Question before the action starts; its texts take {{count}}. */
  confirm?: { title: Key; text: Key }
  run: (row: T) => Promise<Answer>
  /** Text after records were changed; takes {{count}}. */
  done: Key
}

/** Number of calls in flight. */
export const maxParallelCalls = 4

type Failure<T> = { row: T; reason: string }
type Run<T> = { action: BulkAction<T>; total: number; done: number; failures?: Failure<T>[] }

/** The bar of actions on selected records, with their progress and a list of failures. */
export const BulkBar = <T,>({
  selected,
  titleOf,
  tag,
  actions,
  onClear,
}: {
  selected: T[]
  titleOf: (row: T) => string
  tag: string
  actions: BulkAction<T>[]
  onClear: () => void
}) => {
  const t = useT()
  const [run, setRun] = useState<Run<T>>()
  const stop = useRef<AbortController>(undefined)

  const start = async (action: BulkAction<T>, rows: T[]) => {
    const count = rows.length
    const question = action.confirm && {
      title: t(action.confirm.title, { count }),
      text: removalText(t(action.confirm.text)),
      confirmLabel: t(action.label),
      tone: action.tone,
    }
    if (question && !(await confirmation.ask(question))) return
    stop.current = new AbortController()
    setRun({ action, total: count, done: 0 })
    const results = await pool(rows, maxParallelCalls, action.run, {
      signal: stop.current.signal,
      onSettled: done => setRun({ action, total: count, done }),
    })
    const tokens = results.flatMap(result =>
      result?.status === "fulfilled" && result.value.undoToken ? [result.value.undoToken] : [],
    )
    const succeeded = results.filter(result => result?.status === "fulfilled").length
    const failures = rows.flatMap((row, index) => {
      const result = results[index]
      if (result?.status === "fulfilled") return []
      return [{ row, reason: result ? errorMessage(result.reason, "error.generic", i18n.t) : t("ui.notBegun") }]
    })
    if (succeeded) (action.confirm ? notifyRemoved : offerUndo)(tokens, [tag], t(action.done, { count: succeeded }))
    setRun(failures.length ? { action, total: count, done: count, failures } : undefined)
    if (!failures.length) onClear()
  }

  return (
    <section className="bulk-bar" aria-label={t("ui.selection")}>
      <b aria-live="polite">{t("ui.selected", { count: selected.length })}</b>
      {actions.map(action => (
        <Button key={action.label} size="sm" icon={action.icon} tone={action.tone} onClick={() => start(action, selected)}>
          {t(action.label)}
        </Button>
      ))}
      <Button size="sm" tone="ghost" onClick={onClear}>
        {t("ui.clearSelection")}
      </Button>
      {run && (
        <Dialog title={t(run.action.label)} onClose={() => (run.failures ? setRun(undefined) : stop.current?.abort())}>
          <div className="dialog__body">
            {run.failures ? (
              <>
                <Alert tone="warning" title={t("ui.bulkFailed", { count: run.failures.length, total: run.total })} />
                <ul className="bulk-results">
                  {run.failures.map(({ row, reason }) => (
                    <li key={titleOf(row)}>
                      <b>{titleOf(row)}</b>
                      <span>{reason}</span>
                    </li>
                  ))}
                </ul>
              </>
            ) : (
              <>
                <p aria-live="polite">{t("ui.progress", { done: run.done, total: run.total })}</p>
                <Progress value={run.done / run.total} label={t(run.action.label)} />
              </>
            )}
          </div>
          <div className="dialog__foot">
            {run.failures ? (
              <>
                <Button onClick={() => setRun(undefined)}>{t("ui.close")}</Button>
                <Button
                  tone="primary"
                  onClick={() => start({ ...run.action, confirm: undefined }, run.failures?.map(({ row }) => row) ?? [])}
                >
                  {t("ui.retryFailed")}
                </Button>
              </>
            ) : (
              <Button onClick={() => stop.current?.abort()}>{t("ui.stop")}</Button>
            )}
          </div>
        </Dialog>
      )}
    </section>
  )
}
