import { writeXlsx } from "../../../core/spreadsheet/xlsx-writer"
import type { Translate } from "../../../core/text/i18n"
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

/** Downloads rows with all their cells and why they were not added, in the format of the file that they come from. */
export const downloadRejected = (rows: readonly SentRow[], headings: readonly string[], fileName: string, t: Translate) => {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, column) => cells[column] ?? "")
  const lines = rows.map(row => [...filled(row.cells), reasonOf(row, t)])
  return save(t("bulk.rejectedFile"), [[...filled(headings), t("bulk.problem")], ...lines], /\.xlsx$/i.test(fileName))
}
