import { csv } from "../../core/csv"
import { i18n } from "../../state/instances"
import type { CellContext, Column } from "./table"

const download = (text: string, name: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Downloads records as CSV; the separator is `;` in Turkish, `,` in English. @param name file name without date and extension */
export const downloadCsv = <T>(name: string, columns: readonly Column<T>[], rows: readonly T[], context: CellContext) => {
  const lines = [
    columns.map(column => context.t(column.label)),
    ...rows.map(row => columns.map(column => column.text(row, context))),
  ]
  const today = new Date().toLocaleDateString("sv-SE")
  download(csv(lines, i18n.language() === "tr" ? ";" : ","), `${name}-${today}.csv`)
}
