import { useRef, useState } from "react"
import { csv } from "../../core/csv"
import type { Page } from "../../core/envelope"
import type { Query } from "../../core/http"
import type { Read } from "../../core/query"
import { i18n } from "../../state/instances"
import { Button } from "../controls/button"
import { Progress } from "../display/progress"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import { notifyFailure, notifySuccess } from "../overlays/notifications"
import type { Column } from "./table"

/** Rows per call: the largest page that every list call allows (decisions §10). */
const pageSize = 100

const download = (text: string, name: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Writes exactly what is filtered, sorted and visible, over all pages, as a CSV file (`;` in Turkish, `,` in English). */
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
  const [done, setDone] = useState<number>()
  const stop = useRef<AbortController>(undefined)

  const run = async () => {
    const control = new AbortController()
    stop.current = control
    setDone(0)
    try {
      const rows: T[] = []
      for (let page = 0, total = 1; rows.length < total; page++) {
        const part = await props.read({ ...props.query, page, pageSize })
        if (control.signal.aborted) return
        rows.push(...part.rows)
        total = part.rows.length ? part.total : 0
        setDone(total ? Math.min(1, rows.length / total) : 1)
      }
      const columns = props.columns.filter(column => column.text)
      const lines = [
        columns.map(column => t(column.label)),
        ...rows.map(row => columns.map(column => column.text?.(row, { t, format }) ?? "")),
      ]
      const today = new Date().toLocaleDateString("sv-SE")
      download(csv(lines, i18n.language() === "tr" ? ";" : ","), `${props.name}-${today}.csv`)
      notifySuccess(t("ui.exported", { count: rows.length }))
    } catch (error) {
      if (!control.signal.aborted) notifyFailure(error, "ui.exportFailed")
    } finally {
      setDone(undefined)
    }
  }

  const cancel = () => {
    stop.current?.abort()
    setDone(undefined)
  }
  return (
    <>
      <Button icon="download" onClick={run} disabled={props.total === 0}>
        {t("ui.export")}
      </Button>
      {done !== undefined && (
        <Dialog title={t("ui.exporting", { title: props.title })} onClose={cancel}>
          <div className="dialog__body">
            <Progress value={done} label={t("ui.export")} />
            <p className="subtle" aria-live="polite">
              {format.percent(Math.round(done * 100))}
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
