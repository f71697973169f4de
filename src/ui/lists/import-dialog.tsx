import { useEffect, useRef, useState } from "react"
import { compact, inParts } from "../../core/compact"
import type { DayOrder } from "../../core/dates/parse-day"
import { randomId } from "../../core/hashing/random-id"
import type { CreateOptions } from "../../core/http/calls"
import { errorMessage } from "../../core/http/errors"
import type { RowError } from "../../core/http/row-errors"
import { type Headings, type ImportRow, importRows, timeOrderOf } from "../../core/spreadsheet/import-rows"
import { localInstant } from "../../core/spreadsheet/local-cell"
import type { Key } from "../../core/text/i18n"
import { config } from "../../state/config"
import { i18n } from "../../state/instances"
import { Button } from "../controls/button"
import { Field } from "../controls/field"
import { Select } from "../controls/select"
import { Alert } from "../display/alert"
import { Progress } from "../display/progress"
import { FileZone } from "../forms/file-zone"
import { useDroppedFiles } from "../forms/use-dropped-files"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import { csvFile, download, fileNameOf } from "./csv-file"

type Rows = readonly (readonly string[])[]
type Rejected = { row: ImportRow; reason: string }
/** `sent`: rows that wait for approval; `known`: rows that had been recorded before. */
type Report = { added: number; sent: number; known: number; rejected: Rejected[] }
type Outcome = { index: number; known?: boolean | undefined; waiting?: boolean | undefined; errors?: RowError[] | undefined }

type Props = {
  title: string
  text: string
  /** Which columns the file has. */
  hint: string
  headings: Headings
  /** Labels of the columns in the file of refused rows; those of `further` in its order. */
  labels: { person: string; code?: string; at: string; further?: readonly string[] }
  submit: string
  /** What is told of a file without rows. */
  none: string
  /** Name of the file of refused rows. */
  rejectedFile: string
  /** What is told of the rows that were recorded, and of those that had been. */
  describe: (report: Report) => { title: string; known: string }
  failure: Key
  /** Rows of one call at most. */
  maxRows: number
  send: (rows: readonly ImportRow[], options: CreateOptions) => Promise<readonly Outcome[]>
  onClose: () => void
}

/** A batch of rows that is sent again after a failure has the same key, so that no row is stored twice. */
type Batch = { rows: ImportRow[]; key: string }

const personOf = ({ email, id, code }: ImportRow) => email ?? id ?? code ?? ""

/** What became of each row, with the rows that were refused. */
const ReportView = ({
  report,
  ...props
}: Pick<Props, "headings" | "labels" | "rejectedFile" | "describe"> & { report: Report }) => {
  const t = useT()
  const { known, rejected } = report
  const { person, code, at, further = [] } = props.labels
  const told = props.describe(report)
  const save = () =>
    download(
      csvFile([
        compact([t("import.line"), person, code, at, ...further, t("import.problem")]),
        ...rejected.map(({ row, reason }) => [
          String(row.line),
          row.email ?? row.id ?? "",
          ...(code ? [row.code ?? ""] : []),
          localInstant(row.at ?? "", config.timeZone, i18n.language()),
          ...Object.keys(props.headings.further ?? {}).map(name => row.further?.[name] ?? ""),
          reason,
        ]),
      ]),
      fileNameOf(props.rejectedFile),
    )
  return (
    <>
      <Alert
        tone={rejected.length ? "warning" : "success"}
        title={told.title}
        text={compact([known > 0 && told.known, rejected.length > 0 && t("import.rejected", { count: rejected.length })]).join(
          " ",
        )}
        actions={
          rejected.length > 0 && (
            <Button size="sm" icon="download" onClick={save}>
              {t("import.download")}
            </Button>
          )
        }
      />
      {rejected.length > 0 && (
        <ul className="bulk-results">
          {rejected.slice(0, 100).map(({ row, reason }) => (
            <li key={row.line}>
              <b>{t("import.row", { line: row.line, person: personOf(row) })}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Records what the rows of a file name, a person in each, and reports on every row. */
export const ImportDialog = (props: Props) => {
  const { headings, onClose } = props
  const t = useT()
  const format = useFormat()
  const [batches, setBatches] = useState<readonly Batch[]>([])
  const [fileName, setFileName] = useState("")
  const [total, setTotal] = useState(0)
  const [report, setReport] = useState<Report>({ added: 0, sent: 0, known: 0, rejected: [] })
  /** The rows of a file whose days may be read in two orders, and the chosen one. */
  const [asked, setAsked] = useState<{ rows: Rows; order: DayOrder; example: string }>()
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState("")
  const [isSending, setSending] = useState(false)
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const zoneRoot = useRef<HTMLLabelElement>(null)
  const isDone = total > 0 && batches.length === 0

  const take = (rows: Rows, order: DayOrder | "mixed") => {
    const found = importRows(rows, headings, config.timeZone, order)
    setTotal(found.length)
    setBatches(inParts(found, props.maxRows).map(part => ({ rows: part, key: randomId() })))
    return found.length
  }
  const read = async ([file]: File[]) => {
    if (!file || share !== undefined) return
    setFailure("")
    setShare(0)
    try {
      const { readSpreadsheet } = await import("../../core/spreadsheet/spreadsheet")
      const { rows } = await readSpreadsheet(file, { onProgress: setShare })
      const { order, example } = timeOrderOf(rows, headings)
      setFileName(file.name)
      const count = take(rows, order === "open" ? "dayFirst" : order)
      if (order === "open") setAsked({ rows, order: "dayFirst", example })
      if (count === 0) setFailure(props.none)
    } catch (error) {
      setFailure(errorMessage(error, "bulk.readFailed", t))
    } finally {
      setShare(undefined)
    }
  }

  const send = async () => {
    const own = new AbortController()
    control.current = own
    setSending(true)
    setFailure("")
    try {
      for (const batch of batches) {
        const outcomes = await props.send(batch.rows, { idempotencyKey: batch.key, signal: own.signal })
        const rejected = outcomes.flatMap(({ index, errors }) => {
          const row = batch.rows[index]
          return row && errors?.length ? [{ row, reason: errors.map(({ message }) => message).join(" ") }] : []
        })
        const valid = outcomes.filter(({ errors }) => !errors?.length)
        const known = valid.filter(outcome => outcome.known).length
        const sent = valid.filter(outcome => outcome.waiting && !outcome.known).length
        setReport(before => ({
          added: before.added + batch.rows.length - rejected.length - known - sent,
          sent: before.sent + sent,
          known: before.known + known,
          rejected: [...before.rejected, ...rejected],
        }))
        setBatches(rest => rest.filter(other => other !== batch))
      }
    } catch (error) {
      setFailure(errorMessage(error, props.failure, t))
    } finally {
      setSending(false)
    }
  }

  const dropped = useDroppedFiles(zoneRoot, read)
  const left = batches.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <Dialog title={props.title} text={props.text} size="wide" onClose={onClose}>
      <div className="dialog__body" aria-busy={isSending || undefined}>
        {total === 0 && <FileZone root={zoneRoot} {...dropped} accept=".csv,.txt,.tsv,.xlsx" hint={props.hint} onFiles={read} />}
        {share !== undefined && <Progress value={share} label={t("bulk.reading")} />}
        {failure && <Alert tone="danger" title={failure} />}
        {total > 0 && !isDone && (
          <>
            <p aria-live="polite">
              {isSending
                ? t("ui.progress", { done: total - left, total })
                : t("import.found", { name: fileName, count: total, number: format.number(total) })}
            </p>
            {asked && left === total && !isSending && (
              <Field id="import-day-order" label={t("import.dayOrder", { time: asked.example })}>
                {aria => (
                  <Select
                    {...aria}
                    value={asked.order}
                    onChange={value => {
                      const order = value === "monthFirst" ? value : "dayFirst"
                      setAsked({ ...asked, order })
                      take(asked.rows, order)
                    }}
                    options={[
                      { value: "dayFirst", label: t("bulk.dayFirst") },
                      { value: "monthFirst", label: t("bulk.monthFirst") },
                    ]}
                  />
                )}
              </Field>
            )}
            {isSending && <Progress value={(total - left) / total} label={props.title} />}
          </>
        )}
        {isDone && <ReportView {...props} report={report} />}
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose}>{t(isDone ? "ui.close" : "ui.cancel")}</Button>
        {!isDone && (
          <Button tone="primary" disabled={total === 0} busy={isSending} onClick={send}>
            {props.submit}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
