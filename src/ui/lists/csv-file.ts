import { fromInstant } from "../../core/dates/dates"
import { csv } from "../../core/spreadsheet/csv"
import { i18n } from "../../state/instances"
import { shownZone } from "../hooks/use-format"
import type { CellContext } from "./cell-context"
import { type ExportValue, exportValues } from "./export-values"
import type { Column } from "./table"

/** Saves a file on the person's device. */
export const download = (file: Blob, name: string) => {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Returns a CSV file; the separator is `;` in Turkish, `,` in English. */
export const csvFile = (rows: readonly (readonly string[])[]) =>
  new Blob([csv(rows, i18n.language() === "tr" ? ";" : ",")], { type: "text/csv;charset=utf-8" })

/** "Hediye kartları" becomes "hediye-kartları-2026-11-22.csv", with the day of the shown time zone. */
export const fileNameOf = (title: string, extension = "csv") => {
  const words = title.toLocaleLowerCase(i18n.language()).match(/[\p{L}\p{N}]+/gu) ?? []
  return `${[...words, fromInstant(new Date().toISOString(), shownZone())?.date].join("-")}.${extension}`
}

/**
 * Downloads records as CSV, a column for each value (docs/console.md#exports); the separator is `;` in Turkish, `,` in English.
 * @param title name of the list, from which the name of the file is made
 */
export const downloadCsv = <T>(title: string, columns: readonly Column<T>[], rows: readonly T[], context: CellContext) => {
  downloadValues(title, exportValues(columns, context), rows, context)
}

/** Downloads values of records as CSV. @param title of the file, from which its name is made */
export const downloadValues = <T>(title: string, values: readonly ExportValue<T>[], rows: readonly T[], context: CellContext) => {
  const lines = [values.map(value => value.header(context)), ...rows.map(row => values.map(value => value.text(row, context)))]
  download(csvFile(lines), fileNameOf(title))
}
