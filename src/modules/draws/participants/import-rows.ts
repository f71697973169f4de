import { type ColumnOrder, columnOrderOf, isEitherOrder, parseCellTime } from "../../../core/dates/cell-days"
import { isInstant } from "../../../core/dates/dates"
import type { DayOrder } from "../../../core/dates/parse-day"
import { cellText, plainCode } from "../../../core/text/clean-text"
import { foldedWords } from "../../../core/text/fold"
import type { Translate } from "../../../core/text/i18n"
import type { EntryRow } from "../api"

/** Rows of a file with recorded entries: a person in each, by e-mail address or id, and the time of the entry. */

export type ImportRow = EntryRow & {
  /** Number of the row in the file, from 1. */
  line: number
}

type Column = "person" | "at"

/** Returns the columns of a row with headings; undefined if it has none. */
const headingsOf = (cells: readonly string[], t: Translate): Partial<Record<Column, number>> | undefined => {
  const headings = cells.map(cell => foldedWords(cellText(cell)))
  // The first word of the list that is there: files of forms have their own number of a row beside the address.
  const find = (column: Column) =>
    t(`draw.import.${column}`)
      .split(",")
      .map(word => headings.indexOf(word))
      .find(at => at >= 0)
  const person = find("person")
  return person === undefined ? undefined : { person, at: find("at") }
}

/**
 * Reads a time by the clock of a zone, as spreadsheets and forms write it, to the second; an instant with its zone stays.
 * @param order of day and month in the column
 * @returns an instant, or the text where it is none: the server then names the error of the row
 */
export const entryTime = (text: string, timeZone: string, order: DayOrder | "mixed" = "dayFirst"): string => {
  const given = text.trim()
  if (isInstant(given) && /T.*(Z|[+-]\d\d:\d\d)$/.test(given)) return given
  return parseCellTime(given, { order, latestYear: new Date().getFullYear(), timeZone }) ?? given
}

const codeIn = (cell = "") => plainCode(cellText(cell)).trim()

/** Where the persons and the times of a file are, and its first row with them. */
const columnsOf = (rows: readonly (readonly string[])[], t: Translate) => {
  const head = rows.findIndex(cells => cells.some(Boolean))
  const headings = headingsOf(rows[head] ?? [], t)
  const address = (rows[head] ?? []).findIndex(cell => cell.includes("@"))
  const person = headings?.person ?? Math.max(0, address)
  return { first: head + (headings ? 1 : 0), person, at: headings ? headings.at : person + 1 }
}

/** Returns the order of day and month in the times of a file, and one that may be read in either. */
export const timeOrderOf = (rows: readonly (readonly string[])[], t: Translate): { order: ColumnOrder; example: string } => {
  const { first, at } = columnsOf(rows, t)
  const times = rows.slice(first).map(cells => codeIn(at === undefined ? "" : cells[at]))
  return { order: columnOrderOf(times), example: times.find(isEitherOrder) ?? "" }
}

/**
 * Returns the rows of a file. Without headings the first column that has an address or an id in the first row is the person's,
 * the one after it the time's.
 * @param order of day and month in the times
 */
export const importRows = (
  rows: readonly (readonly string[])[],
  t: Translate,
  timeZone: string,
  order: DayOrder | "mixed" = "dayFirst",
): ImportRow[] => {
  const { first, person, at } = columnsOf(rows, t)
  return rows.flatMap((cells, index) => {
    const name = codeIn(cells[person])
    if (index < first || !cells.some(cell => cell.trim())) return []
    const time = at === undefined ? "" : codeIn(cells[at])
    return [
      {
        line: index + 1,
        ...(name.includes("@") ? { email: name } : { employeeId: name }),
        ...(time && { at: entryTime(time, timeZone, order) }),
      },
    ]
  })
}
