import { useCallback, useEffect, useRef, useState } from "react"
import { createSlices } from "../../../core/concurrency/slices"
import { config } from "../../../state/config"
import { checkRows } from "./check"
import type { Match } from "./columns"
import { missingFields } from "./columns"
import { compareWithCompany } from "./known"
import { checkRow, type Meaning, type Row, settleStates, type Values, valuesOf } from "./rows"
import type { Source } from "./source"

/** The rows of a source while they are checked and edited. */
export const useReview = (source: Source, meaning: Meaning | undefined) => {
  const [matches, setMatches] = useState<readonly Match[]>(source.matches)
  const [rows, setRows] = useState<readonly Row[]>()
  /** Counts what changes which rows are shown: reading them, and the server's check of them, but no edit. */
  const [version, setVersion] = useState(0)
  /** Share of the rows that were compared with the company's employees; undefined when the comparison is over. */
  const [compared, setCompared] = useState<number>()
  const latest = useRef<{ rows?: readonly Row[]; matches: readonly Match[] }>({ matches })
  const known = useRef<ReadonlySet<string>>(new Set())
  const compareStop = useRef(new AbortController())
  const missing = source.again ? [] : missingFields(matches)
  const isMatched = missing.length === 0

  const show = useCallback((next: readonly Row[]) => {
    const settled = settleStates(next, known.current)
    latest.current.rows = settled
    setRows(settled)
    return settled
  }, [])

  useEffect(() => {
    if (!meaning || !isMatched) return
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
        read.push({ line, cells, values: valuesOf(cells, matches, decimals) })
        await pause()
      }
      return read
    }
    const run = async () => {
      const isAgain = latest.current.rows !== undefined && latest.current.matches === matches
      const checked = await checkRows(await unchecked(), meaning, signal)
      latest.current = { matches }
      const ready = show(checked).filter(({ state, values }) => state === "ready" && !known.current.has(values.email ?? ""))
      if (!isAgain) setVersion(count => count + 1)
      // Without a comparison, the answers to the transfer contain which employees exist.
      if (!ready.length || !config.extensions) return
      setCompared(0)
      await compareWithCompany(ready, meaning, signal, ({ known: found, refusals }, share) => {
        setCompared(share)
        if (!found.length && !refusals.size) return
        setVersion(count => count + 1)
        known.current = new Set([...known.current, ...found])
        show(
          (latest.current.rows ?? []).map(row => {
            const words = row.state === "ready" ? refusals.get(row.line) : undefined
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
  }, [source, matches, meaning, isMatched, show])

  return {
    matches,
    setMatches: (next: readonly Match[]) => {
      setMatches(next)
      if (missingFields(next).length) setRows(undefined)
    },
    missing,
    rows: isMatched ? rows : undefined,
    version,
    compared,
    edit: (line: number, values: Values) => {
      if (meaning && latest.current.rows)
        show(
          latest.current.rows.map(row => (row.line === line ? checkRow({ ...row, values, refusals: undefined }, meaning) : row)),
        )
    },
    stopComparison: () => compareStop.current.abort(),
  }
}

export type Review = ReturnType<typeof useReview>
