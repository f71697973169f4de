/** Dates of spreadsheets: numbers of days, shown as dates by the number format of their cell. */

/** Built-in formats of dates and times by number. Those from 27 are of East Asian programs; some show a time or a day by language. */
const timeOrDay = "[<1]h;d"
const builtIn: [from: number, to: number, code: string][] = [
  [14, 17, "d"],
  [18, 21, "h"],
  [22, 22, "dh"],
  [27, 31, "d"],
  [32, 33, "h"],
  [34, 35, timeOrDay],
  [36, 36, "d"],
  [45, 47, "h"],
  [50, 54, "d"],
  [55, 56, timeOrDay],
  [57, 58, "d"],
]

/** What of a moment a format shows. */
type Shown = { hasDate: boolean; hasTime: boolean }
/** Returns what the format shows of a value; undefined where it shows a number. */
export type DateFormat = (value: number) => Shown | undefined

const comparisons: Record<string, (value: number, limit: number) => boolean> = {
  "<": (value, limit) => value < limit,
  ">": (value, limit) => value > limit,
  "=": (value, limit) => value === limit,
  "<=": (value, limit) => value <= limit,
  ">=": (value, limit) => value >= limit,
  "<>": (value, limit) => value !== limit,
}

/** Whether a section applies by itself: the first of several to positive numbers, the second to negative ones, the last to the others. */
const appliesTo = (value: number, at: number, count: number) =>
  at === count - 1 || (at === 0 ? value > 0 || (count === 2 && value === 0) : value < 0)

/** @param code of a format that the file defines; without it, the built-in one of the number */
export const dateFormatOf = (
  id: number,
  code = builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? "",
): DateFormat | undefined => {
  // What is quoted, escaped or a filler is no part of a date; a fourth section is of texts.
  const sections = code
    .replace(/"[^"]*"?|[\\_*]./g, "")
    .split(";")
    .slice(0, 3)
    .filter(section => !section.includes("@"))
    .map(section => {
      const [, sign = "", limit] = /\[([<>=]{1,2})(-?[\d.]+)\]/.exec(section) ?? []
      // Nor is a colour, a currency or a condition.
      const parts = section.replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "")
      const hasTime = /[hs]|\[m/i.test(parts)
      const hasDate = /[yd]/i.test(parts) || (!hasTime && /m/i.test(parts))
      const shown = hasDate || hasTime ? { hasDate, hasTime } : undefined
      return { shown, compare: comparisons[sign], limit: Number(limit) }
    })
  if (!sections.some(({ shown }) => shown)) return undefined
  return value =>
    sections.find(({ compare, limit }, at) => (compare ? compare(value, limit) : appliesTo(value, at, sections.length)))?.shown
}

const two = (value: number) => String(value).padStart(2, "0")

/**
 * Returns `YYYY-MM-DD`, with a time `YYYY-MM-DD HH:MM:SS`, a time alone as `HH:MM:SS`; undefined for a number that is no date.
 * @param is1904 whether day 0 is 1904-01-01; otherwise day 1 is 1900-01-01, and day 60 the 29th of February that 1900 did not have
 */
export const serialDate = (serial: number, { hasDate, hasTime }: Shown, is1904: boolean) => {
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
