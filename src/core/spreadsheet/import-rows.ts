import { type ColumnOrder, columnOrderOf, isEitherOrder, parseCellTime } from "../dates/cell-days"
import { isInstant } from "../dates/dates"
import type { DayOrder } from "../dates/parse-day"
import { cellText, plainCode } from "../text/clean-text"
import { foldedWords } from "../text/fold"

/** Rows of a file about people: a person in each, by e-mail address, id or code, a time, and texts of further columns. */

export type ImportRow = {
  /** Number of the row in the file, from 1. */
  line: number
  email?: string
  id?: string
  /** Of a row whose person is not named otherwise. */
  code?: string
  at?: string
  /** The texts of further columns, by name, without empty ones. */
  further?: Readonly<Record<string, string>>
}

/** The headings that each column may have, folded and separated by commas; `further` in the order of a file without headings. */
export type Headings = { person: string; code?: string; at: string; further?: Readonly<Record<string, string>> }

/** Returns the columns of a row with headings; undefined if it has none. */
const headingsOf = (cells: readonly string[], { person: ofPerson, code: ofCode, at, further = {} }: Headings) => {
  const headings = cells.map(cell => foldedWords(cellText(cell)))
  // The first word of the list that is there: files of forms have their own number of a row beside the address.
  const find = (words: string) =>
    words
      .split(",")
      .map(word => headings.indexOf(word))
      .find(at => at >= 0)
  const person = find(ofPerson)
  const code = ofCode === undefined ? undefined : find(ofCode)
  if (person === undefined && code === undefined) return undefined
  return { person, code, at: find(at), further: Object.entries(further).map(([name, words]) => [name, find(words)] as const) }
}

/**
 * Reads a time by the clock of a zone, as spreadsheets and forms write it, to the second; an instant with its zone stays.
 * @param order of day and month in the column
 * @returns an instant, or the text where it is none: the server then names the error of the row
 */
export const cellTime = (text: string, timeZone: string, order: DayOrder | "mixed" = "dayFirst"): string => {
  const given = text.trim()
  if (isInstant(given) && /T.*(Z|[+-]\d\d:\d\d)$/.test(given)) return given
  return parseCellTime(given, { order, latestYear: new Date().getFullYear(), timeZone }) ?? given
}

const codeIn = (cell = "") => plainCode(cellText(cell)).trim()

/** Where the columns of a file are, and its first row with a person. */
const columnsOf = (rows: readonly (readonly string[])[], words: Headings) => {
  const head = rows.findIndex(cells => cells.some(Boolean))
  const headings = headingsOf(rows[head] ?? [], words)
  if (headings) return { first: head + 1, ...headings }
  const address = (rows[head] ?? []).findIndex(cell => cell.includes("@"))
  const person = Math.max(0, address)
  const further = Object.keys(words.further ?? {}).map((name, index) => [name, person + 2 + index] as const)
  return { first: head, person, code: undefined, at: person + 1, further }
}

/** Returns the order of day and month in the times of a file, and one that may be read in either. */
export const timeOrderOf = (rows: readonly (readonly string[])[], words: Headings): { order: ColumnOrder; example: string } => {
  const { first, at } = columnsOf(rows, words)
  const times = rows.slice(first).map(cells => codeIn(at === undefined ? "" : cells[at]))
  return { order: columnOrderOf(times), example: times.find(isEitherOrder) ?? "" }
}

/**
 * Returns the rows of a file. Without headings the first column that has an address or an id in the first row is the person's,
 * the one after it the time's, and
 * the further ones follow.
 * @param order of day and month in the times
 */
export const importRows = (
  rows: readonly (readonly string[])[],
  words: Headings,
  timeZone: string,
  order: DayOrder | "mixed" = "dayFirst",
): ImportRow[] => {
  const { first, person, code: codeColumn, at, further } = columnsOf(rows, words)
  const textIn = (cells: readonly string[], column: number | undefined) => (column === undefined ? "" : codeIn(cells[column]))
  return rows.flatMap((cells, index) => {
    const name = textIn(cells, person)
    const code = textIn(cells, codeColumn)
    if (index < first || !cells.some(cell => cell.trim())) return []
    const time = textIn(cells, at)
    const texts = further.flatMap(([name, column]) => {
      const text = textIn(cells, column)
      return text ? [[name, text] as const] : []
    })
    return [
      {
        line: index + 1,
        ...(name.includes("@") ? { email: name } : name || !code ? { id: name } : { code }),
        ...(time && { at: cellTime(time, timeZone, order) }),
        ...(texts.length > 0 && { further: Object.fromEntries(texts) }),
      },
    ]
  })
}
