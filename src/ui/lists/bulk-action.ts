import { pool } from "../../core/concurrency/pool"
import { errorMessage } from "../../core/http/errors"
import { type Answer, HttpError } from "../../core/http/http"
import type { Message } from "../../core/rules"
import type { Key, Translate } from "../../core/text/i18n"
import { i18n } from "../../state/instances"
import type { IconName } from "../display/icons/icon"

/** An action on selected records: one call per record, undone by the tokens of all calls (docs/console.md#bulk-actions). */
export type BulkAction<T> = {
  label: Key
  icon: IconName
  tone?: "danger"
  /** Question before the action starts; its texts take {{count}}. */
  confirm?: { title: Key; text: Key }
  /** Whether the action changes a record at `now` (epoch ms); absent: it changes every record. */
  appliesTo?: (row: T, now: number) => boolean
  /** Why the action does not apply to a record; absent or without a result, the status of the record is the reason. */
  reasonOf?: (row: T, now: number) => Key | undefined
  /** Text about a record in the question before the action. */
  noteOf?: (row: T) => Message | undefined
  /** Whether it makes records live, which may need approval. */
  goesLive?: true
  /** Whether the change of a record is sent for approval. */
  sends?: (row: T) => boolean
  /** @param note to who decides about a change that is sent for approval */
  run: (row: T, note?: string) => Promise<Answer>
  /** Text after records were changed; takes {{count}}. */
  done: Key
}

/** Returns the label of an action, which names that it sends changes of the rows for approval. @param label its own label */
export const actionLabel = <T>({ goesLive, sends }: BulkAction<T>, label: Key, rows: readonly T[], t: Translate): string => {
  const sent = sends ? rows.filter(sends).length : 0
  const action = t(label)
  if (!sent) return action
  if (sent < rows.length) return t("approval.sendSome", { action })
  return goesLive ? t("approval.send") : t("approval.sendAction", { action })
}

/** Number of calls in flight. */
export const maxParallelCalls = 4

export type Skipped<T> = { row: T; reason: string }
export type Failure<T> = { row: T; reason: string; isRetryable: boolean }

/** Splits records into those that an action changes and those that it skips. @param blockedReasonFor returns why it skips a record */
export const splitByBlockedReason = <T>(rows: readonly T[], blockedReasonFor: (row: T) => string | undefined) => {
  const affected: T[] = []
  const skipped: Skipped<T>[] = []
  for (const row of rows) {
    const reason = blockedReasonFor(row)
    if (reason === undefined) affected.push(row)
    else skipped.push({ row, reason })
  }
  return { affected, skipped }
}

/** Whether a repetition of a failed call may succeed: not after a refusal, but after an answer that cannot be read. */
const isRetryable = (error: unknown) => {
  if (!(error instanceof HttpError) || [408, 409, 429].includes(error.status)) return true
  return error.kind !== "envelope" && (error.status < 400 || error.status >= 500)
}

/** Runs an action on records. @returns the undo tokens, the changed records and how many of them wait for approval, and the failures */
export const runBulkAction = async <T>(
  action: BulkAction<T>,
  rows: readonly T[],
  { note, ...options }: { note?: string; signal: AbortSignal; onSettled: (settled: number) => void },
) => {
  const results = await pool(rows, maxParallelCalls, row => action.run(row, note), options)
  const fulfilled = results.flatMap(result => (result?.status === "fulfilled" ? [result.value] : []))
  const failures = rows.flatMap((row, index): Failure<T>[] => {
    const result = results[index]
    if (result?.status === "fulfilled") return []
    if (!result) return [{ row, reason: i18n.t("ui.notBegun"), isRetryable: true }]
    const { reason } = result
    return [{ row, reason: errorMessage(reason, "error.generic", i18n.t), isRetryable: isRetryable(reason) }]
  })
  return {
    proposed: fulfilled.filter(({ status }) => status === 202).length,
    tokens: fulfilled.flatMap(({ undoToken }) => (undoToken ? [undoToken] : [])),
    succeeded: rows.filter((_, index) => results[index]?.status === "fulfilled"),
    failures,
  }
}
