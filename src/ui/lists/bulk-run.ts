import { pool } from "../../core/concurrency/pool"
import { errorMessage } from "../../core/http/errors"
import { HttpError } from "../../core/http/http"
import { i18n } from "../../state/instances"
import { type BulkAction, type LotAction, maxParallelCalls, type RunOptions } from "./bulk-action"

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

/** Runs an action on records. @returns the undo tokens, the changed records and how many of them wait for approval or were as they should be, and the failures */
export const runBulkAction = async <T>(action: BulkAction<T> | LotAction<T>, rows: readonly T[], options: RunOptions) => {
  const { note } = options
  const results = await ("runAll" in action
    ? action.runAll(rows, options)
    : pool(rows, maxParallelCalls, row => action.run(row, note), options))
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
    unchanged: fulfilled.filter(({ status }) => status === 304).length,
    tokens: fulfilled.flatMap(({ undoToken }) => (undoToken ? [undoToken] : [])),
    succeeded: rows.filter((_, index) => results[index]?.status === "fulfilled"),
    failures,
  }
}
