/** Rows of a spreadsheet file, read on the primitives of the browser. */
import { type Encoding, readCsv } from "./csv-reader"
import { SpreadsheetError } from "./spreadsheet-error"

export type Spreadsheet = {
  /** Row n of the sheet is `rows[n - 1]`. Rows differ in length; a blank row is `[]`, and the last row has a value. */
  rows: string[][]
  /** Names of the sheets that are not hidden, in their order; none for delimited text. */
  sheets: readonly string[]
  /** Name of the sheet that was read; "" for delimited text. */
  sheet: string
  /** Of delimited text only. */
  delimiter?: string
  encoding?: Encoding
}

export type ReadOptions = {
  /** Name of the sheet to read; without it, the first one that is not hidden and has a value. */
  sheet?: string
  signal?: AbortSignal
  /** Called with the read share of the file, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** Largest file, bytes. */
export const maxFileSize = 64 * 1024 * 1024

/**
 * Reads a spreadsheet file, whatever its name: delimited text (`,`, `;` or tab; UTF-8, UTF-16, Windows-1254) or `.xlsx`.
 * Cells are texts: numbers in plain digits with a point, dates as `YYYY-MM-DD`, with a time as `YYYY-MM-DD HH:MM:SS`,
 * booleans as TRUE and FALSE, formulas as their last value. The work is done in slices, between which the page answers.
 * @throws SpreadsheetError with the reason, for people; the signal's reason once it is aborted
 */
export const readSpreadsheet = async (file: Blob, options: ReadOptions = {}): Promise<Spreadsheet> => {
  if (file.size > maxFileSize) throw new SpreadsheetError("spreadsheet.tooLarge")
  const read = { ...(await readCsv(file, options)), sheets: [], sheet: "" }
  if (!read.rows.length) throw new SpreadsheetError("spreadsheet.empty")
  return read
}
