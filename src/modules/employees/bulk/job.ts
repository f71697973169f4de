import type { BulkOutcome } from "../../../contract/employees"
import { pool } from "../../../core/concurrency/pool"
import { HttpError } from "../../../core/http/http"
import { maxParallelCalls } from "../../../ui/lists/bulk-action"
import { type Refusal, type Row, refusalsOf } from "./rows"

/**
 * Sends rows, in batches of 100 or one by one, each at most once (docs/console.md#bulk-upload). The state of a row is stored
 * before and after its call, so that another run of the page continues where this one ended.
 */

/**
 * A row, its body, and what became of it. A body with an id changes that person. `unknown`: it was sent, and no answer came;
 * `skipped`: it was not to be sent; `unchanged`: the person has these values already.
 */
export type SentRow = Pick<Row, "line" | "cells" | "values"> & {
  body: object
  outcome?: "added" | "updated" | "refused" | "unknown" | "skipped" | "unchanged"
  refusals?: readonly Refusal[]
}
/** Rows that are stored together, and sent together where the server takes batches. */
export type Chunk = { rows: SentRow[] }

/** Waits before a call is repeated whose failure names no time, ms. */
const retryMs = 5_000
/** Repetitions of a call that the server fails, after which the job pauses. */
const maxFailures = 3

export type JobState = {
  /** `waiting`: for the server's limit or after a failure; `offline`: for the connection. */
  status: "running" | "waiting" | "offline" | "paused" | "ended"
  total: number
  added: number
  updated: number
  refused: number
  unknown: number
  /** Epoch ms until which the job waits. */
  waitUntil?: number
  /** Milliseconds in which the job ran, waits included, and the rows that were settled in them. */
  elapsed: number
  settled: number
  /** Why the job has paused by itself. */
  error?: unknown
}

export type JobOptions = {
  id: string
  chunks: Chunk[]
  /** Whether the server knows keys: a call without an answer may then be repeated. */
  isKeyed: boolean
  /** Sends a batch; undefined where the server does not take batches. */
  sendLot: ((bodies: object[], key: string) => Promise<BulkOutcome[]>) | undefined
  sendOne: (body: object, key: string) => Promise<unknown>
  /** Stores a chunk. */
  save: (index: number, chunk: Chunk) => Promise<unknown>
  now?: () => number
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Whether no answer came. */
const isLost = (error: unknown) => error instanceof HttpError && (error.kind === "network" || error.kind === "timeout")
/** Whether the server may have carried out the call, so that only a key makes its repetition safe. */
const isOpenEnded = (error: unknown) =>
  !(error instanceof HttpError) || (!error.isUnsent && (error.status < 400 || error.status >= 500))
const isMissing = (error: HttpError) => error.status === 404 || error.status === 405

const wordsOf = (error: HttpError): Refusal[] =>
  error.fields.length ? refusalsOf(error.fields) : [{ field: "", text: error.message }]

const isOpen = ({ outcome }: SentRow) => outcome === undefined

/** Creates a job; `run` starts or continues it. */
export const createJob = ({ id, chunks, isKeyed, save, sendOne, now = Date.now, wait = sleep, ...options }: JobOptions) => {
  const rows = () => chunks.flatMap(chunk => chunk.rows)
  const count = (outcome: SentRow["outcome"]) => rows().filter(row => row.outcome === outcome).length
  let { sendLot } = options
  let state: JobState = {
    status: "paused",
    total: rows().length,
    added: count("added"),
    updated: count("updated"),
    refused: count("refused"),
    unknown: count("unknown"),
    elapsed: 0,
    settled: 0,
  }
  const listeners = new Set<() => void>()
  let startedAt = 0
  const setState = (change: Partial<JobState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const settle = (row: SentRow, outcome: "added" | "updated" | "refused" | "unknown", refusals?: readonly Refusal[]) => {
    row.outcome = outcome
    if (refusals) row.refusals = refusals
    const elapsed = now() - startedAt
    setState({ [outcome]: state[outcome] + 1, settled: state.settled + 1, elapsed: Math.max(state.elapsed, elapsed) })
  }

  let stop = new AbortController()
  let running: Promise<void> | undefined

  const pause = (error?: unknown) => {
    stop.abort()
    setState({ status: "paused", error, waitUntil: undefined })
  }

  /** Waits until the time that the last failure named; other calls wait with it. */
  const untilAllowed = async () => {
    while (state.waitUntil !== undefined && !stop.signal.aborted) {
      const ms = state.waitUntil - now()
      if (ms <= 0) setState({ status: "running", waitUntil: undefined })
      else await wait(ms, stop.signal)
    }
  }

  /**
   * Makes a call until it is answered, or the job pauses.
   * @param isAnswer whether a failure is the answer to this call
   * @returns undefined when the job has paused; `isLost` when the call had no answer and may not be repeated
   */
  const attempt = async <T>(
    call: () => Promise<T>,
    isAnswer: (error: HttpError) => boolean,
  ): Promise<{ value: T } | { refusal: HttpError } | { isLost: true } | undefined> => {
    for (let failures = 0; ; ) {
      await untilAllowed()
      if (stop.signal.aborted) return undefined
      try {
        const value = await call()
        if (state.status === "offline") setState({ status: "running", waitUntil: undefined })
        return { value }
      } catch (error) {
        if (error instanceof HttpError && isAnswer(error)) return { refusal: error }
        const isRepeatable = isKeyed || !isOpenEnded(error)
        const status = error instanceof HttpError ? error.status : -1
        const mayRepeat = isRepeatable && (status === 429 || isLost(error) || (status >= 500 && ++failures <= maxFailures))
        if (!mayRepeat) {
          pause(error)
          return isRepeatable ? undefined : { isLost: true }
        }
        if (stop.signal.aborted) return undefined
        const ms = (error instanceof HttpError && error.retryAfter ? error.retryAfter * 1000 : 0) || retryMs
        setState({ status: isLost(error) ? "offline" : "waiting", waitUntil: now() + ms })
      }
    }
  }

  const isRefusal = (error: HttpError) => error.kind === "envelope" || [400, 409, 413].includes(error.status)

  const sendRow = async (chunk: number, row: SentRow) => {
    const { rows = [] } = chunks[chunk] ?? {}
    // A row without a key is stored as sent before the call: another run of the page must not send it again.
    if (!isKeyed) await save(chunk, { rows: rows.map(other => (other === row ? { ...row, outcome: "unknown" } : other)) })
    const answer = await attempt(() => sendOne(row.body, `${id}-${chunk}-${rows.indexOf(row)}`), isRefusal)
    if (answer && "isLost" in answer) settle(row, "unknown")
    else if (answer && "refusal" in answer) settle(row, "refused", wordsOf(answer.refusal))
    else if (answer) settle(row, "added")
    await save(chunk, { rows })
  }

  const settleLot = (rows: SentRow[], outcomes: readonly BulkOutcome[]) => {
    for (const { index, id: added, errors = [] } of outcomes) {
      const row = rows[index]
      if (!row || !isOpen(row)) continue
      if (added) settle(row, "id" in row.body ? "updated" : "added")
      else settle(row, "refused", refusalsOf(errors))
    }
    for (const row of rows) if (isOpen(row)) settle(row, "unknown")
  }

  const sendChunk = async (chunk: number) => {
    const { rows = [] } = chunks[chunk] ?? {}
    const send = sendLot
    if (!send || !rows.some(isOpen)) return
    const bodies = rows.map(({ body, line }) => ({ ...body, row: line }))
    const answer = await attempt(
      () => send(bodies, `${id}-${chunk}`),
      error => isRefusal(error) || isMissing(error),
    )
    if (answer && "refusal" in answer && isMissing(answer.refusal)) {
      sendLot = undefined
      return
    }
    if (answer && "value" in answer) settleLot(rows, answer.value)
    else if (answer && "refusal" in answer) for (const row of rows) settle(row, "refused", wordsOf(answer.refusal))
    else if (answer) for (const row of rows) settle(row, "unknown")
    await save(chunk, { rows })
  }

  const work = async () => {
    const { signal } = stop
    if (sendLot) await pool([...chunks.keys()], maxParallelCalls, sendChunk, { signal })
    if (sendLot) return
    const open = chunks.flatMap(({ rows }, chunk) => rows.filter(isOpen).map(row => ({ chunk, row })))
    await pool(open, maxParallelCalls, ({ chunk, row }) => sendRow(chunk, row), { signal })
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    rows,
    pause: () => pause(),
    /** Sends the rows without an outcome. Failures become the state of the job. */
    run: async () => {
      await running
      stop = new AbortController()
      startedAt = now() - state.elapsed
      setState({ status: "running", error: undefined, waitUntil: undefined })
      running = work().catch(error => pause(error))
      await running
      if (!stop.signal.aborted) setState({ status: "ended" })
    },
  }
}

export type Job = ReturnType<typeof createJob>
