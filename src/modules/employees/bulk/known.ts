import { type Employee, maxBulkRows } from "../../../contract/employees"
import { inParts } from "../../../core/compact"
import { pool } from "../../../core/concurrency/pool"
import { maxParallelCalls } from "../../../ui/lists/bulk-action"
import { checkEmployees } from "../api"
import { type Refusal, type Row, refusalsOf, rowBody } from "./rows"

/** Results of the server's check of rows before they are sent: whom the company has, and refusals by line. */
export type Comparison = {
  rows: readonly Row[]
  known: Map<string, Employee | undefined>
  refusals: Map<number, readonly Refusal[]>
}

/** Finds out by the check of batches which rows the company has already. @param rows with different addresses. It ends with the first call that fails. */
export const compareWithCompany = async (
  rows: readonly Row[],
  signal: AbortSignal,
  onFound: (found: Comparison, share: number) => void,
) => {
  const batches = inParts(rows, maxBulkRows)
  let done = 0
  let isStopped = false
  const check = async (batch: readonly Row[]) => {
    if (isStopped) return
    const bodies = batch.map(row => rowBody(row))
    const outcomes = await checkEmployees(bodies, signal).catch(() => undefined)
    isStopped = !outcomes
    const found: Comparison = { rows: outcomes ? batch : [], known: new Map(), refusals: new Map() }
    for (const { index, errors, taken, person } of outcomes ?? []) {
      const row = batch[index]
      if (row && taken) found.known.set(row.values.email ?? "", person)
      else if (row && errors?.length) found.refusals.set(row.line, refusalsOf(errors))
    }
    if (!signal.aborted) onFound(found, ++done / batches.length)
  }
  await pool(batches, maxParallelCalls, check, { signal })
}
