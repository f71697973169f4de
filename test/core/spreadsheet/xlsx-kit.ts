import { crc32, deflateRawSync } from "node:zlib"
import { expect } from "vitest"
import { KeyedError } from "../../../src/core/http/errors"

/** What a reading is refused with. */
export const refusal = async (reading: Promise<unknown>) => {
  const error = await reading.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(KeyedError)
  return error as KeyedError
}

/** A part of an archive, and how it departs from what its data say. */
export type Part = {
  path: string
  data: string | Buffer
  isStored?: boolean
  /** Sizes and checksum stand after the data, as streaming writers put them. */
  hasDescriptor?: boolean
  isZip64?: boolean
  flags?: number
  method?: number
  crc?: number
  size?: number
}

const u16 = (value: number) => Buffer.from([value & 255, (value >>> 8) & 255])
const u32 = (value: number) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)])
const u64 = (value: number) => Buffer.concat([u32(value % 2 ** 32), u32(Math.floor(value / 2 ** 32))])
const all = 0xffffffff

/** Returns an archive. @param options.before bytes between the entries and the directory; @param options.isZip64 of the directory */
export const zip = (parts: readonly Part[], options: { comment?: string; isZip64?: boolean } = {}) => {
  const content: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const { path, isStored = false, hasDescriptor = false, isZip64 = false } = part
    const name = Buffer.from(path)
    const data = Buffer.from(part.data)
    const packed = isStored ? data : deflateRawSync(data)
    const [crc, size] = [part.crc ?? crc32(data), part.size ?? data.length]
    const flags = (part.flags ?? 0) | (hasDescriptor ? 8 : 0) | 0x800
    const method = u16(part.method ?? (isStored ? 0 : 8))
    const wide = isZip64 ? Buffer.concat([u16(1), u16(24), u64(size), u64(packed.length), u64(offset)]) : Buffer.alloc(0)
    const other = isZip64 ? Buffer.concat([u16(0x5455), u16(1), Buffer.from([0])]) : Buffer.alloc(0)
    const extra = Buffer.concat([other, wide])
    const sums = hasDescriptor ? [u32(0), u32(0), u32(0)] : [u32(crc), u32(packed.length), u32(size)]
    content.push(u32(0x04034b50), u16(20), u16(flags), method, u16(0), u16(33), ...sums, u16(name.length), u16(0), name, packed)
    if (hasDescriptor) content.push(u32(0x08074b50), u32(crc), u32(packed.length), u32(size))
    directory.push(u32(0x02014b50), u16(45), u16(20), u16(flags), method, u16(0), u16(33), u32(crc))
    directory.push(isZip64 ? u32(all) : u32(packed.length), isZip64 ? u32(all) : u32(size))
    directory.push(u16(name.length), u16(extra.length), u16(0), u16(0), u16(0), u32(0), u32(isZip64 ? all : offset), name, extra)
    offset = content.reduce((sum, { length }) => sum + length, 0)
  }
  const entries = Buffer.concat(directory)
  const comment = Buffer.from(options.comment ?? "")
  const count = parts.length
  const wide = options.isZip64
    ? Buffer.concat([
        ...[u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0), u64(count), u64(count), u64(entries.length), u64(offset)],
        ...[u32(0x07064b50), u32(0), u64(offset + entries.length), u32(1)],
      ])
    : Buffer.alloc(0)
  const shown = (value: number) => u32(options.isZip64 ? all : value)
  const shownCount = u16(options.isZip64 ? 0xffff : count)
  const end = [u32(0x06054b50), u16(0), u16(0), shownCount, shownCount, shown(entries.length), shown(offset)]
  return Buffer.concat([...content, entries, wide, ...end, u16(comment.length), comment])
}

/** A cell: a text, number or boolean, or a number in one of the workbook's styles, a formula with its last value, an error. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { serial: number; style: number }
  | { formula: string; value: string | number }
  | { error: string }

export type Sheet = {
  name: string
  rows: readonly (readonly Cell[])[]
  state?: string
  inRow?: string
  after?: string
  columns?: string
}

/** How a program writes the parts. */
export type Dialect = {
  prefix?: string
  areStringsInline?: boolean
  hasNoReferences?: boolean
  areTargetsAbsolute?: boolean
  is1904?: boolean
  isStrict?: boolean
  isPretty?: boolean
  hasApostrophes?: boolean
  isUtf16?: boolean
  areNamesCapital?: boolean
  /** Codes of number formats; those of a style follow the built-in ones: style 1 is numFmt 14, 2 is 22, 3 is 164, … */
  formats?: readonly string[]
}

export const escapeXml = (text: string) =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/\r/g, "_x000D_")

export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26))

/** Returns the parts of a workbook. */
export const workbook = (sheets: readonly Sheet[], dialect: Dialect = {}): Part[] => {
  const { prefix: p = "", formats = [], isStrict, isPretty, areTargetsAbsolute } = dialect
  const base = isStrict ? "http://purl.oclc.org/ooxml/" : "http://schemas.openxmlformats.org/"
  const main = isStrict ? `${base}spreadsheetml/main` : `${base}spreadsheetml/2006/main`
  const relation = isStrict ? `${base}officeDocument/relationships` : `${base}officeDocument/2006/relationships`
  const xmlns = p ? `xmlns:${p.slice(0, -1)}` : "xmlns"
  const strings: string[] = []
  const indexOf = (text: string) => {
    const at = strings.indexOf(text)
    return at < 0 ? strings.push(text) - 1 : at
  }
  const space = (text: string) => (text === text.trim() ? "" : ' xml:space="preserve"')
  const cellXml = (cell: Cell, reference: string) => {
    const r = dialect.hasNoReferences ? "" : ` r="${reference}"`
    const c = (attributes: string, content: string) => `<${p}c${r}${attributes}>${content}</${p}c>`
    const v = (value: string | number) => `<${p}v>${value}</${p}v>`
    if (cell === null) return dialect.hasNoReferences ? `<${p}c/>` : ""
    if (typeof cell === "number") return c("", v(cell))
    if (typeof cell === "boolean") return c(' t="b"', v(cell ? 1 : 0))
    if (typeof cell === "string")
      return dialect.areStringsInline
        ? c(' t="inlineStr"', `<${p}is><${p}t${space(cell)}>${escapeXml(cell)}</${p}t></${p}is>`)
        : c(' t="s"', v(indexOf(cell)))
    if ("error" in cell) return c(' t="e"', v(cell.error))
    if ("serial" in cell) return c(` s="${cell.style}"`, v(cell.serial))
    const f = `<${p}f>${escapeXml(cell.formula)}</${p}f>`
    return typeof cell.value === "number" ? c("", f + v(cell.value)) : c(' t="str"', f + v(escapeXml(cell.value)))
  }
  const line = isPretty ? "\r\n  " : ""
  const sheetXml = ({ rows, inRow = "", after = "", columns = "" }: Sheet) => {
    const rowXml = rows.map((row, at) => {
      if (!row.length && !dialect.hasNoReferences) return ""
      const r = dialect.hasNoReferences ? "" : ` r="${at + 1}" spans="1:${row.length || 1}"`
      const cells = row.map((cell, of) => line + cellXml(cell, `${columnName(of)}${at + 1}`)).join("")
      return `${line}<${p}row${r}${inRow}>${cells}${line}</${p}row>`
    })
    return `<${p}worksheet ${xmlns}="${main}" xmlns:r="${relation}"><${p}dimension ref="A1"/>${columns}<${p}sheetData>${rowXml.join("")}</${p}sheetData>${after}</${p}worksheet>`
  }
  const sheetParts = sheets.map((sheet, at) => ({ path: `xl/worksheets/sheet${at + 1}.xml`, text: sheetXml(sheet) }))
  const styleIds = [0, 14, 22, ...formats.map((_, at) => 164 + at)]
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${base}package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Target="${areTargetsAbsolute ? "/" : ""}xl/workbook.xml" Type="${relation}/officeDocument" Id="rId1"/></Relationships>`,
    "xl/workbook.xml": `<${p}workbook ${xmlns}="${main}" xmlns:r="${relation}"><${p}workbookPr${dialect.is1904 ? ' date1904="1"' : ""}/><${p}bookViews><${p}workbookView activeTab="0"/></${p}bookViews><${p}sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<${p}sheet name="${escapeXml(name)}" sheetId="${at + 7}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`,
      )
      .join("")}</${p}sheets></${p}workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
      ...sheets.map((_, at) => [`worksheet`, `worksheets/sheet${at + 1}.xml`]),
      ["styles", "styles.xml"],
      ...(strings.length ? [["sharedStrings", "sharedStrings.xml"]] : []),
    ]
      .map(
        ([type, path], at) =>
          `<Relationship Id="rId${at + 1}" Type="${relation}/${type}" Target="${areTargetsAbsolute ? "/xl/" : ""}${path}"/>`,
      )
      .join("")}</Relationships>`,
    "xl/styles.xml": `<${p}styleSheet ${xmlns}="${main}"><${p}numFmts>${formats
      .map((code, at) => `<${p}numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`)
      .join("")}</${p}numFmts><${p}cellStyleXfs><${p}xf numFmtId="22"/></${p}cellStyleXfs><${p}cellXfs>${styleIds
      .map(id => `<${p}xf numFmtId="${id}" xfId="0"/>`)
      .join("")}</${p}cellXfs></${p}styleSheet>`,
    ...(strings.length && {
      "xl/sharedStrings.xml": `<${p}sst ${xmlns}="${main}" count="${strings.length}">${strings
        .map(text => `<${p}si><${p}t${space(text)}>${escapeXml(text)}</${p}t></${p}si>`)
        .join(line)}</${p}sst>`,
    }),
    ...Object.fromEntries(sheetParts.map(({ path, text }) => [path, text])),
  }
  return Object.entries(parts).map(([path, text]) => {
    const quoted = dialect.hasApostrophes ? text.replace(/="([^"']*)"/g, "='$1'") : text
    const declaration = `<?xml version="1.0" encoding="UTF-${dialect.isUtf16 ? 16 : 8}" standalone="yes"?>\r\n`
    const data = dialect.isUtf16 ? Buffer.from(`\uFEFF${declaration}${quoted}`, "utf16le") : declaration + quoted
    return { path: dialect.areNamesCapital ? path.replace("sharedStrings", "SharedStrings") : path, data }
  })
}

/** The parts, one of them changed. */
export const changed = (parts: readonly Part[], path: string, change: (text: string) => string | Part): Part[] =>
  parts.map(part => {
    if (part.path !== path) return part
    const result = change(String(part.data))
    return typeof result === "string" ? { ...part, data: result } : result
  })

/** A compound file of old programs whose directory has the streams. */
export const compoundFile = (...streams: readonly string[]) => {
  const header = Buffer.alloc(512)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 48)
  const directory = Buffer.alloc(2048)
  for (const [at, name] of ["Root Entry", ...streams].entries()) directory.write(name, at * 128, "utf16le")
  return Buffer.concat([header, Buffer.alloc(512), directory])
}
