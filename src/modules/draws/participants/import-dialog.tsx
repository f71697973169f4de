import { useEffect, useRef, useState } from "react"
import type { Draw } from "../../../contract/draws/draws"
import { maxEntryRows } from "../../../contract/draws/entries"
import { compact, inParts } from "../../../core/compact"
import type { DayOrder } from "../../../core/dates/parse-day"
import { randomId } from "../../../core/hashing/random-id"
import { errorMessage } from "../../../core/http/errors"
import { localInstant } from "../../../core/spreadsheet/local-cell"
import { config } from "../../../state/config"
import { i18n } from "../../../state/instances"
import { Button } from "../../../ui/controls/button"
import { Field } from "../../../ui/controls/field"
import { Select } from "../../../ui/controls/select"
import { Alert } from "../../../ui/display/alert"
import { Progress } from "../../../ui/display/progress"
import { FileZone } from "../../../ui/forms/file-zone"
import { useDroppedFiles } from "../../../ui/forms/use-dropped-files"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { csvFile, download, fileNameOf } from "../../../ui/lists/csv-file"
import { Dialog } from "../../../ui/overlays/dialog"
import { addEntries } from "../api"
import { useStepApproval } from "../steps/use-step-approval"
import { type ImportRow, importRows, timeOrderOf } from "./import-rows"

type Rows = readonly (readonly string[])[]
type Rejected = { row: ImportRow; reason: string }
/** `sent`: rows that wait for approval. */
type Report = { added: number; sent: number; known: number; rejected: Rejected[] }

/** A batch of rows that is sent again after a failure has the same key, so that no row is stored twice. */
type Batch = { rows: ImportRow[]; key: string }

const batchesOf = (rows: readonly ImportRow[]): Batch[] =>
  inParts(rows, maxEntryRows).map(part => ({ rows: part, key: randomId() }))

const personOf = ({ email, employeeId }: ImportRow) => email ?? employeeId ?? ""

/** What became of each row, with the rows that were refused. */
const ReportView = ({ report: { added, sent, known, rejected } }: { report: Report }) => {
  const t = useT()
  const format = useFormat()
  const save = () =>
    download(
      csvFile([
        [t("draw.importLine"), t("draw.person"), t("draw.enteredAt"), t("draw.importProblem")],
        ...rejected.map(({ row, reason }) => [
          String(row.line),
          personOf(row),
          localInstant(row.at ?? "", config.timeZone, i18n.language()),
          reason,
        ]),
      ]),
      fileNameOf(t("draw.importRejectedFile")),
    )
  return (
    <>
      <Alert
        tone={rejected.length ? "warning" : "success"}
        title={
          sent > 0
            ? t("draw.importSent", { count: sent, number: format.number(sent) })
            : t("draw.importDone", { count: added, number: format.number(added) })
        }
        text={compact([
          known > 0 && t("draw.importKnown", { count: known }),
          rejected.length > 0 && t("draw.importRejected", { count: rejected.length }),
        ]).join(" ")}
        actions={
          rejected.length > 0 && (
            <Button size="sm" icon="download" onClick={save}>
              {t("draw.importDownload")}
            </Button>
          )
        }
      />
      {rejected.length > 0 && (
        <ul className="bulk-results">
          {rejected.slice(0, 100).map(({ row, reason }) => (
            <li key={row.line}>
              <b>{t("draw.importRow", { line: row.line, person: personOf(row) })}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Records entries from a file, and reports on every row (docs/contract.md#draw-entries). */
export const ImportDialog = ({ draw, onClose }: { draw: Draw; onClose: () => void }) => {
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
  const { labelOf } = useStepApproval(draw, "draws.entries")
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const zoneRoot = useRef<HTMLLabelElement>(null)
  const isDone = total > 0 && batches.length === 0

  const take = (rows: Rows, order: DayOrder | "mixed") => {
    const found = importRows(rows, t, config.timeZone, order)
    setTotal(found.length)
    setBatches(batchesOf(found))
    return found.length
  }
  const read = async ([file]: File[]) => {
    if (!file || share !== undefined) return
    setFailure("")
    setShare(0)
    try {
      const { readSpreadsheet } = await import("../../../core/spreadsheet/spreadsheet")
      const { rows } = await readSpreadsheet(file, { onProgress: setShare })
      const { order, example } = timeOrderOf(rows, t)
      setFileName(file.name)
      const count = take(rows, order === "open" ? "dayFirst" : order)
      if (order === "open") setAsked({ rows, order: "dayFirst", example })
      if (count === 0) setFailure(t("draw.importEmpty"))
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
        const entries = batch.rows.map(({ line: _, ...entry }) => entry)
        const outcomes = await addEntries(draw.id, entries, { idempotencyKey: batch.key, signal: own.signal })
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
      setFailure(errorMessage(error, "draw.entryFailed", t))
    } finally {
      setSending(false)
    }
  }

  const dropped = useDroppedFiles(zoneRoot, read)
  const left = batches.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <Dialog title={t("draw.import")} text={t("draw.importText")} size="wide" onClose={onClose}>
      <div className="dialog__body" aria-busy={isSending || undefined}>
        {total === 0 && (
          <FileZone root={zoneRoot} {...dropped} accept=".csv,.txt,.tsv,.xlsx" hint={t("draw.importColumns")} onFiles={read} />
        )}
        {share !== undefined && <Progress value={share} label={t("bulk.reading")} />}
        {failure && <Alert tone="danger" title={failure} />}
        {total > 0 && !isDone && (
          <>
            <p aria-live="polite">
              {isSending
                ? t("ui.progress", { done: total - left, total })
                : t("draw.importFound", { name: fileName, count: total, number: format.number(total) })}
            </p>
            {asked && left === total && !isSending && (
              <Field id="import-day-order" label={t("draw.importDayOrder", { time: asked.example })}>
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
            {isSending && <Progress value={(total - left) / total} label={t("draw.import")} />}
          </>
        )}
        {isDone && <ReportView report={report} />}
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose}>{t(isDone ? "ui.close" : "ui.cancel")}</Button>
        {!isDone && (
          <Button tone="primary" disabled={total === 0} busy={isSending} onClick={send}>
            {labelOf(t("draw.importStart"))}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
