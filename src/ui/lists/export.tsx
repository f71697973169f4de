import { useRef, useState } from "react"
import type { Page } from "../../core/envelope"
import type { Query } from "../../core/http"
import type { Read } from "../../core/query"
import { readAllPages } from "../../core/read-all-pages"
import { Button } from "../controls/button"
import { Progress } from "../display/progress"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import { notifyFailure, notifySuccess } from "../overlays/notifications"
import { downloadCsv } from "./csv-file"
import type { Column } from "./table"

/** Exports all pages of a filtered and sorted list as CSV, with the visible columns. */
export const Export = <T, P extends Page<T>>(props: {
  name: string
  title: string
  read: Read<Query, P>
  query: Query
  columns: Column<T>[]
  total: number
}) => {
  const t = useT()
  const format = useFormat()
  const [progress, setProgress] = useState<number>()
  const control = useRef<AbortController>(undefined)

  const run = async () => {
    control.current = new AbortController()
    const { signal } = control.current
    setProgress(0)
    try {
      const rows = await readAllPages(
        paging => props.read({ ...props.query, ...paging }, signal),
        (count, total) => !signal.aborted && setProgress(count < total ? count / total : 1),
      )
      if (signal.aborted) return
      downloadCsv(props.name, props.columns, rows, { t, format })
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
      <Button icon="download" onClick={run} disabled={props.total === 0}>
        {t("ui.export")}
      </Button>
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
