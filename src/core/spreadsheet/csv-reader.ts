import { createSlices } from "../concurrency/slices"
import { createCsvParser, detectDelimiter } from "./csv-parser"
import { decodeDos, isDos } from "./dos-turkish"
import { createRows } from "./sheet-rows"
import { refuse } from "./spreadsheet-error"

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1254" | "ibm857"

/** Bytes read at a time. */
const pieceSize = 32 * 1024
/** Characters by which the delimiter is detected. */
const sampleSize = 8 * 1024

/** Whether two of four bytes are zero everywhere, as in UTF-32. */
const isUtf32 = (head: Uint8Array) =>
  head.length > 3 &&
  head.length % 4 === 0 &&
  head.some(byte => byte) &&
  [0, 2].some(zeros => head.every((byte, at) => (at & 2) !== zeros || !byte))

/** Returns the encoding that the first bytes of a text show: by its mark, or by the zeros of UTF-16. @throws SpreadsheetError for UTF-32 */
const detectEncoding = (head: Uint8Array): Encoding | undefined => {
  const mark = head.slice(0, 3).join()
  if (mark === "239,187,191") return "utf-8"
  if (isUtf32(head)) refuse("encodingUnknown")
  let [even, odd] = [0, 0]
  head.forEach((byte, at) => {
    if (byte) return
    if (at % 2) odd++
    else even++
  })
  const many = head.length / 8
  if (mark.startsWith("255,254") || (odd > many && even < many)) return "utf-16le"
  if (mark.startsWith("254,255") || (even > many && odd < many)) return "utf-16be"
  return undefined
}

/** Whether bytes that are not UTF-8 are text of one byte per character, and not UTF-8 with a damage. */
const isSingleByte = (bytes: ArrayBuffer) => {
  const text = new TextDecoder().decode(bytes)
  return text.split("\uFFFD").length - 1 > text.replace(/[\p{ASCII}\uFFFD]/gu, "").length
}

/** How files of other programs begin that are text. */
const otherFile = /^(?:\s*<|%PDF|\{\\rtf)/

type Options = { signal?: AbortSignal; onProgress?: (share: number) => void }
type Text = { rows: string[][]; delimiter: string; encoding: Encoding }

/** Reads a file in one encoding. @param orElse called with bytes that are not of the encoding, but may be one character each */
const readAs = async (
  file: Blob,
  encoding: Encoding,
  options: Options,
  orElse?: (bytes: ArrayBuffer) => Promise<Text>,
): Promise<Text> => {
  const pause = createSlices(options.signal)
  const decoder = encoding === "ibm857" ? undefined : new TextDecoder(encoding, { fatal: true })
  const { rows, add } = createRows()
  let line = 0
  let delimiter = ""
  let parser: ReturnType<typeof createCsvParser> | undefined
  for (let [at, end] = [0, 0]; at <= file.size; at = end) {
    end = at + pieceSize
    const bytes = await file.slice(at, end).arrayBuffer()
    let text: string
    try {
      text = decoder ? decoder.decode(bytes, { stream: end <= file.size }) : decodeDos(bytes)
    } catch {
      return orElse && isSingleByte(bytes) ? orElse(bytes) : refuse("encodingUnknown")
    }
    // DOS programs end a file with this character.
    if (end >= file.size && text.endsWith("\u001A")) text = text.slice(0, -1)
    const [control] = /(?![\t\n\v\f\r])\p{Cc}/u.exec(text) ?? []
    if (control) refuse(control < " " ? "unsupported" : "encodingUnknown")
    if (!parser) {
      if (otherFile.test(text)) refuse("unsupported")
      // Spreadsheet programs write and read a first line that names the delimiter.
      const [line0 = "", named] = /^sep=(.)\r?\n/i.exec(text) ?? []
      text = text.slice(line0.length)
      delimiter = named ?? detectDelimiter(text.slice(0, sampleSize))
      parser = createCsvParser(delimiter, cells => add(line++, cells))
    }
    parser.write(text)
    options.onProgress?.(Math.min(1, end / file.size))
    await pause()
  }
  parser?.end()
  return { rows, delimiter, encoding }
}

/**
 * Reads delimited text. Encoding (UTF-8, UTF-16 with or without mark, Windows-1254, CP857) and delimiter are detected.
 * @throws SpreadsheetError when the file is no such text or exceeds a limit; the signal's reason once it is aborted
 */
export const readCsv = async (file: Blob, options: Options): Promise<Text> => {
  const encoding = detectEncoding(new Uint8Array(await file.slice(0, 4096).arrayBuffer()))
  if (encoding) return readAs(file, encoding, options)
  return readAs(file, "utf-8", options, bytes => readAs(file, isDos(bytes) ? "ibm857" : "windows-1254", options))
}
