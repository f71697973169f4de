import { localCell } from "../../../core/spreadsheet/local-cell"
import { writeXlsx } from "../../../core/spreadsheet/xlsx-writer"
import type { Translate } from "../../../core/text/i18n"
import { spacedPhone } from "../../../core/text/phone"
import { i18n } from "../../../state/instances"
import { csvFile, download, fileNameOf } from "../../../ui/lists/csv-file"
import { employees } from "../resource"
import { type Field, templateFields } from "./columns"
import type { SentRow } from "./job"

/** The files that the person downloads: a template, and the rows that were not sent or refused. */

export const fieldLabel = (field: Field, t: Translate) => t(field === "name" ? "bulk.fullName" : employees.labels[field])

const save = async (title: string, rows: readonly (readonly string[])[], isXlsx: boolean) => {
  if (!isXlsx) return download(csvFile(rows), fileNameOf(title))
  download(await writeXlsx(title, rows), fileNameOf(title, "xlsx"))
}

/** Downloads a file with the headings alone. */
export const downloadTemplate = (isXlsx: boolean, t: Translate) =>
  save(t("bulk.template"), [templateFields.map(field => fieldLabel(field, t))], isXlsx)

/** Returns why a row was not added, in words. */
export const reasonOf = ({ outcome, refusals = [] }: SentRow, t: Translate) =>
  refusals.map(({ text }) => text).join(" ") || t(outcome === "unknown" ? "bulk.noAnswer" : "bulk.notSent")

/**
 * Returns rows with all their cells and why they were not added. Days and numbers of a workbook are written in the language; phone numbers
 * of a text file so that spreadsheets keep their zero.
 */
export const rejectedLines = (rows: readonly SentRow[], headings: readonly string[], isXlsx: boolean, t: Translate) => {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, column) => cells[column] ?? "")
  const written = (cell: string) => (isXlsx ? localCell(cell, i18n.language()) : spacedPhone(cell))
  const lines = rows.map(row => [...filled(row.cells).map(written), reasonOf(row, t)])
  return [[...filled(headings), t("bulk.problem")], ...lines]
}

/** Downloads rejected rows in the format of the file that they come from. */
export const downloadRejected = (rows: readonly SentRow[], headings: readonly string[], fileName: string, t: Translate) => {
  const isXlsx = /\.xlsx$/i.test(fileName)
  return save(t("bulk.rejectedFile"), rejectedLines(rows, headings, isXlsx, t), isXlsx)
}
