import { createCsvParser, detectDelimiter } from "./csv-parser"
import { createRows } from "./sheet-rows"
import { createSlices } from "./slices"
import { SpreadsheetError } from "./spreadsheet-error"

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1254"

/** Bytes read at a time, also characters by which the delimiter is detected. */
const pieceSize = 64 * 1024

/** Returns the encoding that the first bytes of a text show: by its mark, or by the zeros of UTF-16. */
const detectEncoding = (head: Uint8Array): Encoding | undefined => {
  const [first = 0, second = 0, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8"
  const zeros = [0, 0]
  head.forEach((byte, at) => {
    if (!byte) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const isMostly = (some: number, others: number) => some > head.length / 8 && others < some / 8
  if ((first === 0xff && second === 0xfe) || isMostly(odd, even)) return "utf-16le"
  if ((first === 0xfe && second === 0xff) || isMostly(even, odd)) return "utf-16be"
  return undefined
}

/** Whether bytes that are not UTF-8 are text of one byte per character, and not UTF-8 with a damage. */
const isSingleByte = (bytes: Uint8Array) => {
  const text = new TextDecoder().decode(bytes)
  const damages = text.split("\uFFFD").length - 1
  const others = text.replace(/[\p{ASCII}\uFFFD]/gu, "").length
  return damages > others
}

/** How files of other programs begin that are text. */
const otherFile = /^(?:\s*<|%PDF|\{\\rtf)/

/** Throws for characters that no text has. */
const checkText = (text: string) => {
  const control = text.search(/(?![\t\n\v\f\r])\p{Cc}/u)
  if (control < 0) return
  throw new SpreadsheetError(text.charCodeAt(control) < 32 ? "spreadsheet.unsupported" : "spreadsheet.encodingUnknown")
}

type Options = { signal?: AbortSignal; onProgress?: (share: number) => void }

type Text = { rows: string[][]; delimiter: string; encoding: Encoding }

/**
 * Reads a file in one encoding.
 * @param orElse called when the bytes are not of the encoding, but may be one character each
 */
const readAs = async (file: Blob, encoding: Encoding, options: Options, orElse?: () => Promise<Text>): Promise<Text> => {
  const { signal, onProgress } = options
  const pause = createSlices(signal)
  const decoder = new TextDecoder(encoding, { fatal: true })
  const { rows, add } = createRows()
  let line = 0
  let head = ""
  let delimiter = ""
  let parser: ReturnType<typeof createCsvParser> | undefined
  const start = () => {
    // Spreadsheet programs write and read a first line that names the delimiter.
    const named = /^sep=(.)\r?\n/i.exec(head)
    if (named) head = head.slice(named[0].length)
    delimiter = named?.[1] ?? detectDelimiter(head)
    parser = createCsvParser(delimiter, cells => add(line++, cells))
    parser.write(head)
  }
  for (let at = 0; at <= file.size; at += pieceSize) {
    const bytes = await file.slice(at, at + pieceSize).arrayBuffer()
    const isLast = at + pieceSize > file.size
    let text = ""
    try {
      text = decoder.decode(bytes, { stream: !isLast })
    } catch {
      if (orElse && isSingleByte(new Uint8Array(bytes))) return orElse()
      throw new SpreadsheetError("spreadsheet.encodingUnknown")
    }
    checkText(text)
    if (parser) parser.write(text)
    else {
      head += text
      if (otherFile.test(head)) throw new SpreadsheetError("spreadsheet.unsupported")
      if (head.length >= pieceSize || isLast) start()
    }
    onProgress?.(Math.min(1, (at + pieceSize) / file.size))
    await pause()
  }
  parser?.end()
  return { rows, delimiter, encoding }
}

/**
 * Reads delimited text. Encoding (UTF-8, UTF-16 with or without mark, Windows-1254) and delimiter are detected.
 * @throws SpreadsheetError when the file is no such text or exceeds a limit; the signal's reason once it is aborted
 */
export const readCsv = async (file: Blob, options: Options): Promise<Text> => {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  const encoding = detectEncoding(head)
  if (encoding) return readAs(file, encoding, options)
  return readAs(file, "utf-8", options, () => readAs(file, "windows-1254", options))
}
