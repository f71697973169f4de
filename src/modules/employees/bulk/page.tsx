import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import type { ReadOptions } from "../../../core/spreadsheet/spreadsheet"
import { confirmation, unsavedChanges } from "../../../state/instances"
import { notifyFailure } from "../../../state/notifications"
import { Stepper } from "../../../ui/display/stepper"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useMainFocus } from "../../../ui/hooks/use-main-focus"
import { useT } from "../../../ui/hooks/use-t"
import { useTitle } from "../../../ui/hooks/use-title"
import { Menu } from "../../../ui/overlays/menu"
import { PageHeader } from "../../../ui/pages/page-header"
import { Waiting } from "../../../ui/placeholders/waiting"
import { bestHeadings, type Match, missingFields } from "./columns"
import { Columns } from "./columns-step"
import { FileStep } from "./file-step"
import { downloadTemplate } from "./files"
import type { Job } from "./job"
import { Review } from "./review"
import { type Source, sourceOf, sourceOfJob } from "./source"
import { Transfer } from "./transfer"
import { useTransfer } from "./use-transfer"

const subscribeToNothing = () => () => {}

const useIsSending = (job: Job | undefined) => {
  const status = useSyncExternalStore(job?.subscribe ?? subscribeToNothing, () => job?.state().status)
  return status !== undefined && status !== "paused" && status !== "ended"
}

/** Asks before the page is left: the corrections would be lost, or the transfer pauses. */
const useLeaveQuestion = (isActive: boolean, isSending: boolean) => {
  const t = useT()
  useEffect(() => {
    if (!isActive) return
    return unsavedChanges.register({
      ask: () =>
        confirmation.ask({
          title: t("bulk.leaveTitle"),
          text: t(isSending ? "bulk.leaveSendingText" : "bulk.leaveReviewText"),
          confirmLabel: t("ui.leave"),
          cancelLabel: t("ui.stay"),
          tone: "danger",
        }),
      // What is sent is stored already, and a file can be read again.
      saveDraft: () => {},
    })
  }, [isActive, isSending, t])
}

/** Uploads employees from a file (docs/console.md#bulk-upload). */
export const BulkUpload = () => {
  const t = useT()
  const { base } = useScreenContext()
  const title = t("bulk.title")
  useTitle(title)
  const [source, setSource] = useState<Source>()
  const [matches, setMatches] = useState<readonly Match[]>([])
  const [isMapping, setMapping] = useState(false)
  const [file, setFile] = useState<File>()
  const [isBusy, setBusy] = useState(false)
  const { transfer, isLoading, start, resume, close } = useTransfer()
  const isSending = useIsSending(transfer?.job)
  useMainFocus(transfer ? "transfer" : source && (isMapping ? "columns" : "review"))
  useLeaveQuestion(isSending || (source !== undefined && !transfer), isSending)

  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])
  /** Reads a file, or another sheet of it, in the place of what is still being read. */
  const read = async (given: File, options: Omit<ReadOptions, "signal">) => {
    reading.current?.abort()
    const control = new AbortController()
    reading.current = control
    const { readSpreadsheet } = await import("../../../core/spreadsheet/spreadsheet")
    try {
      const rate = (rows: readonly (readonly string[])[]) => bestHeadings(rows, t).known
      const sheet = await readSpreadsheet(given, { ...options, rate, signal: control.signal })
      const next = sourceOf(given, sheet, t)
      setFile(given)
      setSource(next)
      setMatches(next.matches)
      setMapping(isMapping || missingFields(next.matches).length > 0 || next.matches.some(({ isGuess }) => isGuess))
    } catch (error) {
      if (!control.signal.aborted) throw error
    }
  }
  const template = (isXlsx: boolean) => () => {
    downloadTemplate(isXlsx, t).catch(error => notifyFailure(error, "ui.exportFailed"))
  }
  const leave = (next?: Source) => {
    setMapping(false)
    setSource(next)
    setBusy(false)
    close()
  }
  const steps = [t("bulk.file"), t("bulk.columns"), t("bulk.review"), t("bulk.transfer")]

  return (
    <>
      <PageHeader
        title={title}
        trail={[{ label: t("employee.many"), href: base }]}
        actions={
          <Menu
            label={t("bulk.downloadTemplate")}
            icon="download"
            className="btn"
            items={[
              { label: t("bulk.asXlsx"), run: template(true) },
              { label: t("bulk.asCsv"), run: template(false) },
            ]}
          />
        }
      />
      <Stepper label={t("bulk.steps")} steps={steps} current={transfer ? 3 : !source ? 0 : isMapping ? 1 : 2} />
      {isLoading && <Waiting />}
      {!isLoading && !transfer && !source && <FileStep onFile={read} />}
      {!transfer && source && isMapping && (
        <Columns
          source={source}
          matches={matches}
          onMatches={setMatches}
          onSheet={sheet => file && read(file, { sheet }).catch(error => notifyFailure(error, "bulk.readFailed"))}
          onBack={() => leave()}
          onNext={() => setMapping(false)}
        />
      )}
      {!transfer && source && !isMapping && (
        <Review
          key={source.sheet}
          source={source}
          matches={matches}
          isBusy={isBusy}
          onColumns={source.again ? undefined : () => setMapping(true)}
          onBack={() => leave()}
          onStart={(rows, meaning) => {
            setBusy(true)
            start(source, rows, meaning).finally(() => setBusy(false))
          }}
        />
      )}
      {transfer && (
        <Transfer
          {...transfer}
          onResume={resume}
          onRepair={rows => leave(sourceOfJob(transfer.stored, rows))}
          onClose={() => leave()}
        />
      )}
    </>
  )
}
