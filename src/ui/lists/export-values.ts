import { formatDay, fromInstant, isDay } from "../../core/dates/dates"
import type { Key } from "../../core/text/i18n"
import { i18n } from "../../state/instances"
import { shownZone } from "../hooks/use-format"
import type { CellContext } from "./cell-context"

/** A column of an export: one value per record, as a spreadsheet reads it. */
export type ExportValue<T> = {
  header: (context: CellContext) => string
  text: (row: T, context: CellContext) => string
}

/** A text as it is. */
export const textValue = <T>(label: Key, text: (row: T, context: CellContext) => string): ExportValue<T> => ({
  header: ({ t }) => t(label),
  text,
})

/** A number with the decimal sign of the language and without grouping; "" for a missing one. */
export const numberValue = <T>(label: Key, value: (row: T) => number | null): ExportValue<T> =>
  textValue(label, row => {
    const text = String(value(row) ?? "")
    return i18n.language() === "tr" ? text.replace(".", ",") : text
  })

/** "21.11.2026 14:32" in Turkish, "21/11/2026 14:32" in English, which spreadsheets read as dates. */
const localText = (text: string) => {
  if (isDay(text)) return formatDay(text, i18n.language())
  const local = fromInstant(text, shownZone())
  return local ? `${formatDay(local.date, i18n.language())} ${local.time}` : text
}

/**
 * A date in two columns, "" for a missing one: by the clock of the shown time zone, which the header names, and as the server has
 * it (ISO 8601). @param hasTime whether the values are instants; false: days
 */
export const dateValues = <T>(label: Key, value: (row: T) => string | null | undefined, hasTime = true): ExportValue<T>[] => [
  { header: ({ t }) => (hasTime ? `${t(label)} (${shownZone()})` : t(label)), text: row => localText(value(row) ?? "") },
  { header: ({ t }) => t("ui.isoDate", { name: t(label) }), text: row => value(row) ?? "" },
]

type Exported<T> = {
  label: Key
  text: (row: T, context: CellContext) => string
  values?: readonly ExportValue<T>[]
}

/** Returns the values of columns: those that a column names, or else its text. A value that two columns name is exported once. */
export const exportValues = <T>(columns: readonly Exported<T>[], context: CellContext): ExportValue<T>[] => {
  const byHeader = new Map<string, ExportValue<T>>()
  for (const { label, text, values = [textValue(label, text)] } of columns)
    for (const value of values) {
      const header = value.header(context)
      if (!byHeader.has(header)) byHeader.set(header, value)
    }
  return [...byHeader.values()]
}
