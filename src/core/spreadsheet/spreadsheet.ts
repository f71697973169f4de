/** Rows of a spreadsheet file, read on the primitives of the browser (docs/console.md#spreadsheet-files). */
import { type Encoding, readCsv } from "./csv-reader"
import type { Rate } from "./sheet-rows"
import { refuse } from "./spreadsheet-error"
import { readXlsx } from "./xlsx-reader"

export type Spreadsheet = {
  /** Row n of the sheet is `rows[n - 1]`. Rows differ in length; a blank row is `[]`, and the last row has a value. */
  rows: string[][]
  /**
   * Of workbooks only: the columns, by the index of the row, whose cells are numbers with decimals, so that 12.125 is distinguished from a
   * text that groups its digits.
   */
  decimals?: ReadonlyMap<number, readonly number[]>
  /** Names of the sheets that are not hidden, in their order; none for delimited text. */
  sheets: readonly string[]
  /** Name of the sheet that was read; "" for delimited text. */
  sheet: string
  /** Of delimited text only. */
  delimiter?: string
  encoding?: Encoding
}

export type ReadOptions = {
  /** Name of the sheet to read; without it, the highest rated that is not hidden and has a value, or the first one. */
  sheet?: string
  rate?: Rate
  signal?: AbortSignal
  /** Called with the read share of the file, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** Largest file, bytes. */
const maxFileSize = 64 * 1024 * 1024

/** Refuses a compound file: the form of old programs, and of protected workbooks. @throws SpreadsheetError, RangeError */
const refuseCompound = async (file: Blob) => {
  const header = new DataView(await file.slice(0, 512).arrayBuffer())
  const directory = (header.getUint32(48, true) + 1) * 2 ** header.getUint16(30, true)
  const names = new TextDecoder("utf-16le").decode(await file.slice(directory, directory + 16_384).arrayBuffer())
  return refuse(names.includes("EncryptedPackage") ? "encrypted" : "unsupported")
}

const readAny = async (file: Blob, options: ReadOptions): Promise<Spreadsheet> => {
  const mark = new Uint8Array(await file.slice(0, 4).arrayBuffer()).join()
  if (mark === "80,75,3,4") return readXlsx(file, options)
  if (mark === "208,207,17,224") return refuseCompound(file)
  return { ...(await readCsv(file, options)), sheets: [], sheet: "" }
}

/**
 * Reads a spreadsheet file, whatever its name: delimited text (`,`, `;` or tab; UTF-8, UTF-16, Windows-1254) or `.xlsx`.
 * Cells are texts: numbers in plain digits with a point, dates as `YYYY-MM-DD`, with a time as `YYYY-MM-DD HH:MM:SS`,
 * booleans as TRUE and FALSE, formulas as their last value, which may be an error such as `#N/A`. The work is done in slices,
 * between which the page answers.
 * @throws SpreadsheetError with the reason, for people; the signal's reason once it is aborted
 */
export const readSpreadsheet = async (file: Blob, options: ReadOptions = {}): Promise<Spreadsheet> => {
  if (file.size > maxFileSize) refuse("tooLarge")
  try {
    const read = await readAny(file, options)
    return read.rows.length ? read : refuse("empty")
  } catch (error) {
    // Positions, dates and characters that cannot be.
    if (error instanceof RangeError) refuse("corrupt")
    // Browsers do not read a file that was changed, moved or removed since it was chosen.
    if (error instanceof DOMException && /^Not/.test(error.name)) refuse("unreadable")
    throw error
  }
}
