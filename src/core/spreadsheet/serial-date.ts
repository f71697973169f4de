/** Dates of spreadsheets: numbers of days, shown as dates by the number format of their cell. */

/** Built-in formats of dates and times, from number 14. */
const builtIn = ["d", "d", "d", "d", "h", "h", "h", "h", "dh"]

/** What of a moment a format shows; none for a format of numbers. */
export type DateFormat = { hasDate: boolean; hasTime: boolean } | undefined

/** @param code of a format that the file defines; without it, the built-in one of the number */
export const dateFormatOf = (id: number, code = builtIn[id - 14] ?? (id > 44 && id < 48 ? "h" : "")): DateFormat => {
  // What is quoted, escaped, a filler, a colour, a currency or a condition is no part of a date.
  const [parts = ""] = code.replace(/"[^"]*"?|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "").split(";")
  const hasTime = /[hs]|\[m/i.test(parts)
  const hasDate = /[yd]/i.test(parts) || (!hasTime && /m/i.test(parts))
  return hasDate || hasTime ? { hasDate, hasTime } : undefined
}

const two = (value: number) => String(value).padStart(2, "0")

/**
 * Returns `YYYY-MM-DD`, with a time `YYYY-MM-DD HH:MM:SS`, a time alone as `HH:MM:SS`; undefined for a number that is no date.
 * @param is1904 whether day 0 is 1904-01-01; otherwise day 1 is 1900-01-01, and day 60 the 29th of February that 1900 did not have
 */
export const serialDate = (serial: number, { hasDate, hasTime }: NonNullable<DateFormat>, is1904: boolean) => {
  const total = Math.round(serial * 86_400)
  const days = Math.floor(hasTime ? total / 86_400 : serial)
  const seconds = hasTime ? total - days * 86_400 : 0
  const time = (hours: number) => [hours, (seconds / 60) % 60, seconds % 60].map(part => two(Math.floor(part))).join(":")
  if (!hasDate && total >= 0) return time(total / 3600)
  const day = is1904 ? days + 1462 : days
  if (!(day >= 1 && day <= 2_958_465)) return undefined
  const date = day === 60 ? "1900-02-29" : new Date((day - (day < 60 ? 25_568 : 25_569)) * 86_400_000).toISOString().slice(0, 10)
  return seconds ? `${date} ${time(seconds / 3600)}` : date
}
