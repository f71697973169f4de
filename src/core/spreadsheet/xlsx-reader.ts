/** Sheets of `.xlsx` files (ECMA-376, also its strict form), whatever names of parts, prefixes and orders a program writes. */

import { createSlices } from "../concurrency/slices"
import { type DateFormat, dateFormatOf, serialDate } from "./serial-date"
import { createRows, maxCharacters, type Rate } from "./sheet-rows"
import { refuse } from "./spreadsheet-error"
import { type Attributes, attributesOf, createXmlScanner } from "./xml-scanner"
import { readEntry, readZip, type Zip } from "./zip-reader"

type Handler = Parameters<typeof createXmlScanner>[0]
/** The archive, and what to await after each piece of a part. */
type Package = { zip: Zip; step: (bytes: number) => Promise<void> }

const entryOf = ({ zip }: Package, path: string) => zip.entries.get(path.toLowerCase())

/** Reads a part of the file. @param isDone asked after each piece whether the rest is not needed. @throws SpreadsheetError or RangeError when it is missing or malformed */
const scan = async (source: Package, path: string, handler: Handler, isDone = () => false) => {
  const scanner = createXmlScanner(handler)
  let decoder: TextDecoder | undefined
  const decode = (bytes: Uint8Array) => {
    const mark = bytes.slice(0, 2).join()
    decoder ??= new TextDecoder(mark === "255,254" ? "utf-16le" : mark === "254,255" ? "utf-16be" : "utf-8", { fatal: true })
    try {
      return decoder.decode(bytes, { stream: bytes.length > 0 })
    } catch {
      return refuse("corrupt")
    }
  }
  for await (const bytes of readEntry(source.zip, entryOf(source, path) ?? refuse("corrupt"))) {
    scanner.write(decode(bytes))
    await source.step(bytes.length)
    if (isDone()) return
  }
  scanner.write(decode(new Uint8Array()))
  scanner.end()
}

type Relation = { id: string; type: string; path: string }

/** Returns the path of a target, from the root of the archive. @param base path of the part that names it */
const resolvePath = (base: string, target: string) => {
  const parts = target.startsWith("/") ? [] : base.split("/").slice(0, -1)
  for (const part of target.split("/")) {
    if (part === "..") parts.pop()
    else if (part && part !== ".") parts.push(part)
  }
  return parts.join("/")
}

/** Reads what a part refers to within the file. @param part its path, "" for the file as a whole */
const readRelations = async (source: Package, part: string) => {
  const relations: Relation[] = []
  await scan(source, part.replace(/[^/]*$/, "_rels/$&.rels"), {
    onOpen: (name, _, attributes) => {
      if (name !== "Relationship") return
      const { Id: id = "", Type = "", Target = "", TargetMode } = attributesOf(attributes)
      if (TargetMode !== "External") relations.push({ id, type: Type.replace(/^.*\//, ""), path: resolvePath(part, Target) })
    },
  })
  return relations
}

/** A workbook that names more is refused: a part of a few kilobytes can name millions. */
const maxSheets = 1_000

const isTrue = (value = "") => value === "1" || value === "true"

const readWorkbook = async (source: Package, path: string) => {
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  let is1904 = false
  await scan(source, path, {
    onOpen: (name, parent, text) => {
      if (!parent && name !== "workbook") refuse("unsupported")
      if (name === "workbookPr") is1904 = isTrue(attributesOf(text).date1904)
      if (name !== "sheet" || parent !== "sheets") return
      if (sheets.length >= maxSheets) refuse("tooLarge")
      const attributes = attributesOf(text)
      sheets.push({ name: attributes.name ?? "", id: attributes[":id"] ?? "", isHidden: /hidden/i.test(attributes.state ?? "") })
    },
  })
  return { sheets, is1904 }
}

/** Reads how each style of cells shows dates. */
const readDateFormats = async (source: Package, path: string) => {
  const codes = new Map<number, string>()
  const formats: (DateFormat | undefined)[] = []
  await scan(source, path, {
    onOpen: (name, parent, attributes) => {
      if (name === "numFmt" && parent === "numFmts") {
        const { numFmtId, formatCode } = attributesOf(attributes)
        codes.set(Number(numFmtId), formatCode ?? "")
      } else if (name === "xf" && parent === "cellXfs") {
        const id = Number(attributesOf(attributes).numFmtId ?? 0)
        formats.push(dateFormatOf(id, codes.get(id)))
      }
    },
  })
  return formats
}

/** Resolves the form in which characters are written that XML does not allow. */
const withoutEscapes = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Collects the text of a string: a text, or runs of formatted text. Phonetic runs (`rPh`) are left out. */
const createTextReader = (owner: "si" | "is") => {
  let text = ""
  let run = ""
  return {
    add: (name: string, parent: string, part: string) => {
      if (name === "t" && parent === owner) text += part
      if (name === "t" && parent === "r") run += part
      if (name !== "r") return
      // A phonetic text may have runs of its own.
      if (parent === owner) text += run
      run = ""
    },
    take: () => {
      const taken = text
      text = ""
      return taken
    },
  }
}

const readSharedStrings = async (source: Package, path: string) => {
  const strings: string[] = []
  const reader = createTextReader("si")
  let characters = 0
  await scan(source, path, {
    onClose: (name, parent, text) => {
      reader.add(name, parent, text)
      if (name !== "si") return
      const string = withoutEscapes(reader.take())
      characters += string.length + 1
      if (characters > maxCharacters) refuse("tooLarge")
      strings.push(string)
    },
  })
  return strings
}

const digits = new Intl.NumberFormat("en", { useGrouping: false, maximumSignificantDigits: 15 })

/** Returns a number in plain digits, with the 15 that spreadsheets show. */
const plainNumber = (text: string) => {
  if (/^-?[1-9]\d*$/.test(text)) return text
  const value = Number(text)
  if (!Number.isFinite(value)) refuse("corrupt")
  return digits.format(value)
}

/** Returns the index of a column from 0: A is 0, XFD 16,383. */
const columnOf = (reference: string) => {
  let column = 0
  for (const letter of /^[a-z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? "") column = column * 26 + letter.charCodeAt(0) - 64
  if (!column || column > 16_384) refuse("corrupt")
  return column - 1
}

type Workbook = { strings: readonly string[]; formats: readonly (DateFormat | undefined)[]; is1904: boolean }

const cellValue = ({ t = "n", s }: Attributes, text: string, { strings, formats, is1904 }: Workbook): string => {
  if (t === "inlineStr" || t === "str") return withoutEscapes(text)
  const value = text.trim()
  if (!value) return ""
  if (t === "s") return strings[Number(value)] ?? refuse("corrupt")
  if (t === "b") return isTrue(value) ? "TRUE" : "FALSE"
  if (t === "d") return value.replace("T", " ").replace(/ 00:00:00.*|Z$/, "")
  if (t !== "n") return value
  const shown = formats[Number(s ?? 0)]?.(Number(value))
  return (shown && serialDate(Number(value), shown, is1904)) ?? plainNumber(value)
}

/** @param most rows after which the rest need not be read */
const readSheet = async (source: Package, path: string, workbook: Workbook, most = Number.POSITIVE_INFINITY) => {
  const { rows, add } = createRows()
  const decimals = new Map<number, number[]>()
  let decimalColumns: number[] = []
  const inline = createTextReader("is")
  let row = -1
  let column = -1
  let cells: string[] = []
  let cell: Attributes = {}
  let value = ""
  const handler: Handler = {
    onOpen: (name, parent, text) => {
      if (name === "row" && parent === "sheetData") {
        const { r } = attributesOf(text)
        const next = r ? Number(r) - 1 : row + 1
        if (!(next > row)) refuse("corrupt")
        row = next
        column = -1
        cells = []
        decimalColumns = []
      } else if (name === "c" && parent === "row") {
        cell = attributesOf(text)
        column = cell.r ? columnOf(cell.r) : column + 1
        value = ""
      }
    },
    onClose: (name, parent, text) => {
      inline.add(name, parent, text)
      if (parent === "c" && name === "v") value = text
      else if (parent === "c" && name === "is") value = inline.take()
      else if (name === "c" && parent === "row") {
        const content = cellValue(cell, value, workbook)
        if (!content) return
        while (cells.length < column) cells.push("")
        cells[column] = content
        if ((cell.t ?? "n") === "n" && content.includes(".")) decimalColumns.push(column)
      } else if (name === "row" && parent === "sheetData") {
        add(row, cells)
        if (decimalColumns.length) decimals.set(row, decimalColumns)
      }
    },
  }
  await scan(source, path, handler, () => rows.length >= most)
  return { rows, decimals }
}

/** Rows of a sheet that `rate` is given, at least. */
const ratedRows = 10

type Options = { sheet?: string; rate?: Rate; signal?: AbortSignal; onProgress?: (share: number) => void }

/**
 * Reads a sheet: the named one, or of those that are not hidden and have a value the first that is rated highest.
 * @throws SpreadsheetError when the file is no such workbook, is damaged or exceeds a limit; the signal's reason once it is aborted
 */
export const readXlsx = async (file: Blob, { sheet, rate, signal, onProgress }: Options) => {
  const pause = createSlices(signal)
  let [readBytes, allBytes] = [0, Number.POSITIVE_INFINITY]
  const source: Package = {
    zip: await readZip(file),
    step: bytes => {
      readBytes += bytes
      onProgress?.(Math.min(1, readBytes / allBytes))
      return pause()
    },
  }
  if (!entryOf(source, "_rels/.rels")) refuse("unsupported")
  const main = (await readRelations(source, "")).find(({ type }) => type === "officeDocument")?.path
  if (!main?.endsWith(".xml")) return refuse("unsupported")
  const { sheets, is1904 } = await readWorkbook(source, main)
  const relations = await readRelations(source, main)
  const pathOf = (type: string) => relations.find(relation => relation.type === type)?.path
  const worksheets = sheets.flatMap(({ id, ...about }) => {
    const found = relations.find(relation => relation.id === id)
    return found?.type === "worksheet" ? [{ ...about, path: found.path }] : []
  })
  const visible = worksheets.filter(({ isHidden }) => !isHidden)
  const offered = visible.length ? visible : worksheets
  const chosen = sheet === undefined ? offered : offered.filter(({ name }) => name === sheet)
  const [stylesPath, stringsPath] = [pathOf("styles"), pathOf("sharedStrings")]
  const sizes = [stylesPath, stringsPath, chosen[0]?.path].map(path => entryOf(source, path ?? "")?.size ?? 0)
  allBytes = sizes.reduce((sum, size) => sum + size, readBytes)
  const workbook: Workbook = {
    is1904,
    formats: stylesPath ? await readDateFormats(source, stylesPath) : [],
    strings: stringsPath ? await readSharedStrings(source, stringsPath) : [],
  }
  const readPaths = new Set<string>()
  const named = chosen.filter(({ path }) => !readPaths.has(path) && readPaths.add(path))
  const rated = await Promise.all(
    named.map(async given => {
      // A sheet that cannot be read is not wanted, unless it is the only one.
      const first = rate && named.length > 1 && (await readSheet(source, given.path, workbook, ratedRows).catch(() => undefined))
      return { ...given, rating: first ? rate(first.rows) : 0 }
    }),
  )
  for (const { name, path } of rated.sort((a, b) => b.rating - a.rating)) {
    const { rows, decimals } = await readSheet(source, path, workbook)
    if (rows.length) return { rows, decimals, sheets: offered.map(of => of.name), sheet: name }
  }
  return refuse("empty")
}
