import { createSlices } from "../concurrency/slices"
import { maxCellLength } from "./sheet-rows"
import { writeZip } from "./zip-writer"

const office = "application/vnd.openxmlformats-officedocument.spreadsheetml."
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const packageNames = "http://schemas.openxmlformats.org/package/2006/"

const relations = (...targets: [type: string, path: string][]) =>
  `<Relationships xmlns="${packageNames}relationships">${targets
    .map(([type, path], at) => `<Relationship Id="r${at}" Type="${relation}/${type}" Target="${path}"/>`)
    .join("")}</Relationships>`

const override = (path: string, type: string) => `<Override PartName="/xl/${path}.xml" ContentType="${office}${type}+xml"/>`

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Characters that XML does not allow, and texts that look like their escaped, are written as `_xHHHH_`. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(
      /_(?=x[\da-f]{4}_)|[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/giu,
      char => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    )
    .replace(/[&<>"]/g, char => entities[char] ?? "")

/** Cells are texts: their format, and that of the cells below, keeps what is typed as it is, such as zeros in front. */
const styles = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

/** Returns the letters of a column: A for 0, AA for 26. */
const columnName = (column: number): string =>
  (column < 26 ? "" : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const rowXml = (row: readonly string[], number: number) => {
  const cells = row.map((text, column) => {
    const start = `<c r="${columnName(column)}${number}" s="${number > 1 ? 1 : 2}"`
    return text
      ? `${start} t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, maxCellLength))}</t></is></c>`
      : `${start}/>`
  })
  return `<row r="${number}">${cells.join("")}</row>`
}

/** Rows of one piece of a sheet. */
const batchSize = 100

async function* sheetXml(rows: readonly (readonly string[])[], pause: () => Promise<void>) {
  yield `${head}<worksheet xmlns="${main}"><cols><col min="1" max="16384" width="24" style="1" customWidth="1"/></cols><sheetData>`
  for (let at = 0; at < rows.length; at += batchSize) {
    const batch = rows.slice(at, at + batchSize)
    yield batch.map((row, of) => rowXml(row, at + of + 1)).join("")
    await pause()
  }
  yield "</sheetData></worksheet>"
}

/**
 * Returns an `.xlsx` file of one sheet. All cells are texts, also those that begin with `=`, so that a program evaluates none.
 * Cells are cut at 32,767 characters, the limit of programs. The work is done in slices, between which the page answers.
 * @param rows the first one is the heading
 */
export const writeXlsx = (sheet: string, rows: readonly (readonly string[])[]): Promise<Blob> => {
  const name = escaped(sheet.replace(/[[\]:*?/\\]/g, " ").slice(0, 31))
  const texts = {
    "[Content_Types].xml": `<Types xmlns="${packageNames}content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override("workbook", "sheet.main")}${override("worksheets/sheet1", "worksheet")}${override("styles", "styles")}</Types>`,
    "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
    "xl/_rels/workbook.xml.rels": relations(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"]),
    "xl/styles.xml": styles,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="${name}" sheetId="1" r:id="r0"/></sheets></workbook>`,
  }
  const parts = Object.entries(texts).map(([path, text]) => ({ path, pieces: [head + text] }))
  const sheetPart = { path: "xl/worksheets/sheet1.xml", pieces: sheetXml(rows, createSlices()) }
  return writeZip([...parts, sheetPart], `${office}sheet`)
}
