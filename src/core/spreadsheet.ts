/** Rows of a spreadsheet file, read on the primitives of the browser. */
import { type Encoding, readCsv } from "./csv-reader"
import { SpreadsheetError } from "./spreadsheet-error"
import { readXlsx } from "./xlsx-reader"

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

const zipMark = 0x504b0304
const compoundMark = 0xd0cf11e0
/** Name of the stream that holds a protected workbook, as compound files write it. */
const protectedName = /E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0/

/** Returns why a compound file (of old programs, or a protected one) is refused. */
const compoundRefusal = async (file: Blob) => {
  const header = new DataView(await file.slice(0, 512).arrayBuffer())
  if (header.byteLength < 512) return new SpreadsheetError("spreadsheet.corrupt")
  const sectorSize = 2 ** (header.getUint16(30, true) & 15)
  const directory = (header.getUint32(48, true) + 1) * sectorSize
  const names = new TextDecoder("latin1").decode(await file.slice(directory, directory + 16 * 1024).arrayBuffer())
  return new SpreadsheetError(protectedName.test(names) ? "spreadsheet.encrypted" : "spreadsheet.unsupported")
}

const readAny = async (file: Blob, options: ReadOptions): Promise<Spreadsheet> => {
  const head = new DataView(await file.slice(0, 4).arrayBuffer())
  const mark = head.byteLength === 4 ? head.getUint32(0) : 0
  if (mark === zipMark) return readXlsx(file, options)
  if (mark === compoundMark) throw await compoundRefusal(file)
  return { ...(await readCsv(file, options)), sheets: [], sheet: "" }
}

/**
 * Reads a spreadsheet file, whatever its name: delimited text (`,`, `;` or tab; UTF-8, UTF-16, Windows-1254) or `.xlsx`.
 * Cells are texts: numbers in plain digits with a point, dates as `YYYY-MM-DD`, with a time as `YYYY-MM-DD HH:MM:SS`,
 * booleans as TRUE and FALSE, formulas as their last value, which may be an error such as `#N/A`. The work is done in slices,
 * between which the page answers.
 * @throws KeyedError with the reason, for people; the signal's reason once it is aborted
 */
export const readSpreadsheet = async (file: Blob, options: ReadOptions = {}): Promise<Spreadsheet> => {
  if (file.size > maxFileSize) throw new SpreadsheetError("spreadsheet.tooLarge")
  try {
    const read = await readAny(file, options)
    if (!read.rows.length) throw new SpreadsheetError("spreadsheet.empty")
    return read
  } catch (error) {
    // Browsers refuse to read a file that was changed, moved or removed since it was chosen.
    if (error instanceof DOMException && /^Not/.test(error.name)) throw new SpreadsheetError("spreadsheet.unreadable")
    throw error
  }
}
