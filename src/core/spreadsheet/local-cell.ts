import { formatDay, fromInstant } from "../dates/dates"
import type { Language } from "../text/i18n"

/** Returns a cell of a workbook as people write it: days and times are read as ISO 8601, numbers with a point. What may be thousands stays. */
export const localCell = (cell: string, language: Language): string => {
  const [, day, time = ""] = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d:\d\d)?$/.exec(cell) ?? []
  if (day) return formatDay(day, language) + time
  return language === "tr" && /^-?\d+\.\d+$/.test(cell) && !/^-?[1-9]\d{0,2}\.\d{3}$/.test(cell) ? cell.replace(".", ",") : cell
}

/** Returns an instant as people write it, by the clock of a zone and with its seconds; other texts unchanged. */
export const localInstant = (text: string, zone: string, language: Language): string => {
  const local = fromInstant(text, zone)
  return local ? `${formatDay(local.date, language)} ${local.time}${/T\d\d:\d\d(:\d\d)/.exec(text)?.[1] ?? ""}` : text
}
