import { startTransition, useRef, useState } from "react"
import type { Query } from "../../core/http/http"
import type { Page } from "../../core/http/pages"
import type { Read } from "../../core/http/query"
import { readAllPages } from "../../core/http/read-all-pages"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { Button } from "../controls/button"
import { classes } from "../display/classes"
import { Progress } from "../display/progress"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import { Menu } from "../overlays/menu"
import { downloadCsv } from "./csv-file"
import type { Column } from "./table"

/** A button that exports: at once if all columns are shown, else after the choice between the shown ones and all. */
export const ExportButton = <T,>(props: {
  label: string
  isSmall?: boolean
  isDisabled?: boolean
  shown: Column<T>[]
  all: Column<T>[]
  onExport: (columns: Column<T>[]) => void
}) => {
  const t = useT()
  const { label, isSmall, shown, all, onExport } = props
  if (props.isDisabled || shown.length === all.length)
    return (
      <Button size={isSmall ? "sm" : undefined} icon="download" onClick={() => onExport(shown)} disabled={props.isDisabled}>
        {label}
      </Button>
    )
  return (
    <Menu
      label={label}
      icon="download"
      className={classes("btn", isSmall && "btn--sm")}
      items={[
        { label: t("ui.shownColumns"), run: () => onExport(shown) },
        { label: t("ui.allColumns"), run: () => onExport(all) },
      ]}
    />
  )
}

/** Exports all pages of a filtered and sorted list as CSV. */
export const Export = <T, P extends Page<T>>(props: {
  title: string
  read: Read<Query, P>
  query: Query
  /** The shown columns. */
  columns: Column<T>[]
  /** All columns; those shown if absent. */
  allColumns?: Column<T>[]
  total: number
}) => {
  const t = useT()
  const format = useFormat()
  const [progress, setProgress] = useState<number>()
  const control = useRef<AbortController>(undefined)

  const run = async (columns: Column<T>[]) => {
    control.current = new AbortController()
    const { signal } = control.current
    // The menu closes first: a dialog makes the rest of the page inert.
    startTransition(() => setProgress(0))
    try {
      const rows = await readAllPages(
        paging => props.read({ ...props.query, ...paging }, signal),
        (count, total) => !signal.aborted && setProgress(count < total ? count / total : 1),
      )
      if (signal.aborted) return
      downloadCsv(props.title, columns, rows, { t, format })
      notifySuccess(t("ui.exported", { count: rows.length }))
    } catch (error) {
      if (!signal.aborted) notifyFailure(error, "ui.exportFailed")
    } finally {
      setProgress(undefined)
    }
  }

  const cancel = () => {
    control.current?.abort()
    setProgress(undefined)
  }
  return (
    <>
      <ExportButton
        label={t("ui.export")}
        isDisabled={props.total === 0}
        shown={props.columns}
        all={props.allColumns ?? props.columns}
        onExport={run}
      />
      {progress !== undefined && (
        <Dialog title={t("ui.exporting", { title: props.title })} onClose={cancel}>
          <div className="dialog__body">
            <Progress value={progress} label={t("ui.export")} />
            <p className="subtle" aria-live="polite">
              {format.percent(Math.round(progress * 100))}
            </p>
          </div>
          <div className="dialog__foot">
            <Button onClick={cancel}>{t("ui.cancel")}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
