import { useEffect, useEffectEvent, useReducer, useRef } from "react"
import { createSlices } from "../../../core/concurrency/slices"
import { columnOrderOf } from "../../../core/dates/cell-days"
import { isEmail } from "../../../core/text/email"
import { can } from "../../../state/features"
import type { Match } from "./columns"
import { compareWithCompany } from "./known"
import { blankReview, type ReviewEvent, reviewAfter } from "./review-state"
import { checkRow, type Meaning, type Row, type Unchecked, type Values, valuesOf, withFileDay } from "./rows"
import type { Source } from "./source"

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

/** Reads the rows of a source, in slices. @throws the signal's reason once it is aborted */
const readRows = async ({ again, people }: Source, matches: readonly Match[], signal: AbortSignal) => {
  if (again) return again
  const pause = createSlices(signal)
  const rows: Unchecked[] = []
  for (const { line, cells, decimals } of people) {
    const values = valuesOf(cells, matches, decimals)
    rows.push({ line, cells, values, ...(values.hiredAt && { fileDay: { text: values.hiredAt } }) })
    await pause()
  }
  return rows
}

/**
 * The rows of a source while they are checked and edited.
 * @param meaning undefined while the rows are not to be read yet
 */
export const useReview = (source: Source, matches: readonly Match[], meaning: Meaning | undefined, isUpdating: boolean) => {
  const [state, dispatch] = useReducer(reviewAfter, blankReview)
  const comparison = useRef<AbortController>(undefined)
  const current = useEffectEvent(() => state)
  const tell = useEffectEvent((event: ReviewEvent) => dispatch({ ...event, isUpdating }))

  useEffect(() => {
    if (!meaning) return
    const control = new AbortController()
    const { signal } = control
    comparison.current = control
    const run = async () => {
      const before = current()
      const isRead = before.rows !== undefined && before.matches === matches
      const rows = await checkRows(isRead ? (before.rows ?? []) : await readRows(source, matches, signal), meaning, signal)
      tell({ is: "checked", rows, matches })
      // Rows with problems too: a person whom the company has needs no other value.
      const first = new Map(rows.toReversed().map(row => [row.values.email ?? "", row]))
      const open = [...first].flatMap(([email, row]) => (isEmail(email) && !before.asked.has(email) ? [row] : []))
      // Without a comparison, the answers to the transfer contain which employees exist.
      if (!open.length || !can("employees.bulk")) return
      tell({ is: "comparing" })
      await compareWithCompany(open, signal, (found, share) => tell({ is: "compared", found, share }))
    }
    run()
      .catch(() => undefined)
      .finally(() => {
        if (!signal.aborted) tell({ is: "comparison over" })
      })
    return () => control.abort()
  }, [source, matches, meaning])

  // The rows are settled anew when the choice changes.
  useEffect(() => tell({ is: "chosen" }), [isUpdating])

  const { rows, canUpdate, version, compared } = state
  return {
    rows,
    canUpdate,
    version,
    compared,
    edit: (line: number, values: Values) => {
      if (meaning) dispatch({ is: "edited", line, values, meaning, isUpdating })
    },
    stopComparison: () => comparison.current?.abort(),
  }
}

export type Review = ReturnType<typeof useReview>
