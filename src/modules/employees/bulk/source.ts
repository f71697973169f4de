import type { Spreadsheet } from "../../../core/spreadsheet/spreadsheet"
import { cellText } from "../../../core/text/clean-text"
import type { Translate } from "../../../core/text/i18n"
import { findHeadings, type Match, matchColumns } from "./columns"
import type { SentRow } from "./job"
import type { Unchecked } from "./rows"
import type { StoredJob } from "./stored-job"

/** A row of a file; `decimals` are the columns whose cells are numbers with decimals. */
type Person = { line: number; cells: readonly string[]; decimals?: readonly number[] }

/** Where the rows of an upload come from: a file, or the rows of an earlier transfer that were not added. */
export type Source = {
  name: string
  /** Bytes; 0 for rows of an earlier transfer. */
  size: number
  sheets: readonly string[]
  sheet: string
  headings: readonly string[]
  matches: readonly Match[]
  people: readonly Person[]
  /** Rows with their values: the columns are not matched again. */
  again?: readonly Unchecked[]
}

/** Returns the people of a read file. */
export const sourceOf = ({ name, size }: File, { rows, decimals, sheets, sheet }: Spreadsheet, t: Translate): Source => {
  const head = findHeadings(rows, t)
  const numbered = rows.map((cells, index) => ({ line: index + 1, cells, decimals: decimals?.get(index) }))
  const people = numbered.slice(head + 1).filter(({ cells }) => cells.length > 0)
  const given = rows[head] ?? []
  const width = Math.max(given.length, ...people.slice(0, 100).map(({ cells }) => cells.length))
  const headings = Array.from(
    { length: width },
    (_, column) => cellText(given[column] ?? "").trim() || t("bulk.columnNumber", { number: column + 1 }),
  )
  return { name, size, sheets, sheet, headings, matches: matchColumns(headings, t), people }
}

/** Returns the rows that a transfer did not add, to be corrected and sent again. */
export const sourceOfJob = ({ fileName, headings }: StoredJob, rows: readonly SentRow[]): Source => ({
  name: fileName,
  size: 0,
  sheets: [],
  sheet: "",
  headings,
  matches: [],
  people: [],
  again: rows.map(({ line, cells, values, refusals }) => ({ line, cells, values, ...(refusals?.length && { refusals }) })),
})
