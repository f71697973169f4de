import { useCallback, useEffect, useRef, useState } from "react"
import { type BulkUpload, maxBulkRows } from "../../../contract/employees"
import { inParts } from "../../../core/compact"
import { holdLock } from "../../../core/concurrency/hold-lock"
import { createSlices } from "../../../core/concurrency/slices"
import { randomId } from "../../../core/hashing/random-id"
import { KeyedError } from "../../../core/http/errors"
import { can } from "../../../state/features"
import { i18n } from "../../../state/instances"
import { notifyFailure, offerUndo } from "../../../state/notifications"
import { messageText } from "../../../ui/forms/message-text"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { addEmployees, postEmployee } from "../api"
import { type Chunk, createJob, type SentRow } from "./job"
import { type Meaning, problemsOf, type Row, rowBody } from "./rows"
import type { Source } from "./source"
import { loadJob, removeJob, type StoredJob, saveChunk, saveJob, saveTokens } from "./stored-job"

const chunksOf = (all: SentRow[]): Chunk[] => inParts(all, maxBulkRows).map(rows => ({ rows }))

/** Returns a row with its body, or with why it is left out. */
const sentRow = (row: Row, meaning: Meaning): SentRow => {
  const { line, cells, values, state, refusals = [] } = row
  if (state === "ready" || state === "update") return { line, cells, values, body: rowBody(row) }
  const problems = problemsOf(row).map(({ field, message }) => ({ field, text: messageText(message, meaning.t) }))
  return {
    line,
    cells,
    values,
    body: {},
    outcome: state === "unchanged" ? state : "skipped",
    refusals: [...refusals, ...problems],
  }
}

const isSkipped = ({ outcome }: SentRow) => outcome === "skipped" || outcome === "unchanged"

/** @param tokens those that undo the batches, which further ones are added to */
const openTransfer = (owner: string, stored: StoredJob, chunks: Chunk[], tokens: string[] = []) => {
  const skipped = chunks.flatMap(({ rows }) => rows.filter(isSkipped))
  const unchanged = skipped.filter(({ outcome }) => outcome === "unchanged").length
  const upload: BulkUpload = {
    id: stored.id,
    file: stored.fileName.slice(0, 255),
    rows: chunks.reduce((sum, { rows }) => sum + rows.length, 0),
    unchanged,
    skipped: skipped.length - unchanged,
  }
  const sendLot = async (bodies: object[], key: string) => {
    const { outcomes, undoToken } = await addEmployees(bodies, key, upload)
    if (undoToken) {
      tokens.push(undoToken)
      await saveTokens(owner, tokens)
    }
    return outcomes
  }
  const job = createJob({
    id: stored.id,
    chunks: chunks.filter(({ rows }) => !rows.some(isSkipped)),
    isKeyed: stored.isKeyed,
    sendLot: stored.isKeyed ? sendLot : undefined,
    sendOne: (body, idempotencyKey) => postEmployee(body, { idempotencyKey }),
    save: (index, chunk) => saveChunk(owner, index, chunk),
  })
  return { stored, job, skipped, tokens }
}

/** Reports what was stored, and offers to undo all of it. */
const reportDone = ({ job, stored, tokens }: ReturnType<typeof openTransfer>) => {
  const { added, updated } = job.state()
  const counts = [i18n.t("bulk.done", { count: added }), ...(updated ? [i18n.t("bulk.doneUpdated", { count: updated })] : [])]
  return offerUndo([...tokens], ["employees"], counts.join(", "), { subject: stored.fileName })
}

/** `actionId`: the recorded action, once it has ended. */
type RunningTransfer = ReturnType<typeof openTransfer> & { actionId?: string }

/** The transfer of the signed-in person: started, resumed in this tab, and kept over a reload. */
export const useTransfer = () => {
  const user = useCurrentUser()
  const owner = `${user?.userId}:${user?.tenantId ?? ""}`
  const [transfer, setTransfer] = useState<RunningTransfer>()
  const [isLoading, setLoading] = useState(true)
  const current = useRef<RunningTransfer>(undefined)
  const release = useRef<() => void>(undefined)

  const unlock = useCallback(() => {
    release.current?.()
    release.current = undefined
  }, [])
  const show = useCallback((next: RunningTransfer | undefined) => {
    current.current = next
    setTransfer(next)
  }, [])

  useEffect(() => {
    const load = async () => {
      const found = await loadJob(owner, Date.now())
      if (found) show(openTransfer(owner, found.job, found.chunks, found.tokens))
    }
    load()
      .catch(error => notifyFailure(error, "error.generic"))
      .finally(() => setLoading(false))
    return () => {
      current.current?.job.pause()
      unlock()
    }
  }, [owner, show, unlock])

  /** Sends, unless another tab does. @param prepare returns what is sent */
  const run = async (prepare: () => Promise<RunningTransfer | undefined>) => {
    release.current ??= await holdLock(`bulk-upload ${owner}`)
    if (!release.current) return notifyFailure(new KeyedError("bulk.elsewhere"), "bulk.elsewhere")
    const next = await prepare()
    show(next)
    if (!next) return unlock()
    await next.job.run()
    unlock()
    const { status, added, updated, total } = next.job.state()
    if (status !== "ended") return
    show({ ...next, actionId: reportDone(next) })
    if (added + updated === total) await removeJob(owner)
  }

  return {
    transfer,
    isLoading,
    /** Stores the rows and sends those that are ready. */
    start: (source: Source, rows: readonly Row[], meaning: Meaning) =>
      run(async () => {
        const pause = createSlices()
        const sent: SentRow[] = []
        for (const row of rows) {
          sent.push(sentRow(row, meaning))
          await pause()
        }
        const chunks = [...chunksOf(sent.filter(row => !isSkipped(row))), ...chunksOf(sent.filter(isSkipped))]
        const { name: fileName, headings } = source
        const stored = {
          id: randomId(),
          at: Date.now(),
          fileName,
          headings,
          isKeyed: can("records.idempotent"),
          chunks: chunks.length,
        }
        await saveJob(owner, stored, chunks)
        return openTransfer(owner, stored, chunks)
      }),
    /** Goes on with what is stored, of which another tab may have sent a part. */
    resume: () =>
      run(async () => {
        const found = await loadJob(owner, Date.now())
        return found ? openTransfer(owner, found.job, found.chunks, found.tokens) : current.current
      }),
    close: async () => {
      const { tokens = [], job } = current.current ?? {}
      if (tokens.length && current.current && job?.state().status !== "ended") reportDone(current.current)
      show(undefined)
      await removeJob(owner)
    },
  }
}
