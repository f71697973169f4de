import { useCallback, useEffect, useRef, useState } from "react"
import { createSlices } from "../../../core/concurrency/slices"
import { columnOrderOf } from "../../../core/dates/cell-days"
import { isEmail } from "../../../core/text/email"
import { config } from "../../../state/config"
import { useLatest } from "../../../ui/hooks/use-latest"
import type { Match } from "./columns"
import { compareWithCompany } from "./known"
import {
  checkRow,
  type Known,
  type Meaning,
  type Row,
  settleStates,
  type Unchecked,
  type Values,
  valuesOf,
  withFileDay,
} from "./rows"
import type { Source } from "./source"

/** A row with other values. What was typed as a hire date is no more as the file has it. */
const editedRow = ({ fileDay, refusals: _, ...row }: Row, values: Values): Unchecked => ({
  ...row,
  values,
  ...(fileDay && values.hiredAt === row.values.hiredAt && { fileDay }),
})

/** Checks every row by itself, in slices. @throws the signal's reason once it is aborted */
const checkRows = async (rows: readonly Unchecked[], meaning: Meaning, signal: AbortSignal): Promise<Row[]> => {
  const pause = createSlices(signal)
  const order = columnOrderOf(rows.flatMap(({ fileDay }) => fileDay?.text ?? []))
  const checked: Row[] = []
  for (const row of rows) {
    checked.push(checkRow(withFileDay(row, order, meaning), meaning))
    await pause()
  }
  return checked
}

/**
 * The rows of a source while they are checked and edited.
 * @param meaning undefined while the rows are not to be read yet
 */
export const useReview = (source: Source, matches: readonly Match[], meaning: Meaning | undefined, isUpdating: boolean) => {
  const [rows, setRows] = useState<readonly Row[]>()
  /** Counts what changes which rows are shown: reading them, and the server's check of them, but no edit. */
  const [version, setVersion] = useState(0)
  /** Share of the rows that were compared with the company's employees; undefined when the comparison is over. */
  const [compared, setCompared] = useState<number>()
  const latest = useRef<{ rows?: readonly Row[]; matches: readonly Match[] }>({ matches })
  const known = useRef<Known>(new Map())
  /** Whether the server has named a person whom the company has. */
  const [canUpdate, setCanUpdate] = useState(false)
  /** Addresses that were compared: they are not asked for again. */
  const asked = useRef(new Set<string>())
  const compareStop = useRef(new AbortController())
  const settle = useLatest({ isUpdating, meaning })

  const show = useCallback(
    (next: readonly Row[]) => {
      const { isUpdating, meaning } = settle.current
      if (!meaning) return
      latest.current.rows = settleStates(next, known.current, isUpdating, meaning)
      setRows(latest.current.rows)
    },
    [settle],
  )

  useEffect(() => {
    if (!meaning) return
    const control = new AbortController()
    const { signal } = control
    compareStop.current = control
    const unchecked = async () => {
      const before = latest.current
      if (before.rows && before.matches === matches) return before.rows
      if (source.again) return source.again
      const pause = createSlices(signal)
      const read = []
      for (const { line, cells, decimals } of source.people) {
        const values = valuesOf(cells, matches, decimals)
        read.push({ line, cells, values, ...(values.hiredAt && { fileDay: { text: values.hiredAt } }) })
        await pause()
      }
      return read
    }
    const run = async () => {
      const isAgain = latest.current.rows !== undefined && latest.current.matches === matches
      const checked = await checkRows(await unchecked(), meaning, signal)
      latest.current = { matches }
      show(checked)
      if (!isAgain) setVersion(count => count + 1)
      // Rows with problems too: a person whom the company has needs no other value.
      const first = new Map(checked.toReversed().map(row => [row.values.email ?? "", row]))
      const open = [...first].flatMap(([email, row]) => (isEmail(email) && !asked.current.has(email) ? [row] : []))
      // Without a comparison, the answers to the transfer contain which employees exist.
      if (!open.length || !config.extensions) return
      setCompared(0)
      await compareWithCompany(open, meaning, signal, (found, share) => {
        setCompared(share)
        for (const { values } of found.rows) asked.current.add(values.email ?? "")
        if (!found.known.size && !found.refusals.size) return
        setVersion(count => count + 1)
        known.current = new Map([...known.current, ...found.known])
        if ([...found.known.values()].some(person => person)) setCanUpdate(true)
        show(
          (latest.current.rows ?? []).map(row => {
            const words = row.state === "ready" ? found.refusals.get(row.line) : undefined
            return words ? { ...row, refusals: words } : row
          }),
        )
      })
    }
    run()
      .catch(() => undefined)
      .finally(() => {
        if (!signal.aborted) setCompared(undefined)
      })
    return () => control.abort()
  }, [source, matches, meaning, show])

  // The rows are settled anew when the choice changes.
  useEffect(() => {
    if (!latest.current.rows) return
    show(latest.current.rows)
    setVersion(count => count + 1)
  }, [isUpdating, show])

  return {
    rows,
    canUpdate,
    version,
    compared,
    edit: (line: number, values: Values) => {
      if (meaning && latest.current.rows)
        show(latest.current.rows.map(row => (row.line === line ? checkRow(editedRow(row, values), meaning) : row)))
    },
    stopComparison: () => compareStop.current.abort(),
  }
}

export type Review = ReturnType<typeof useReview>
