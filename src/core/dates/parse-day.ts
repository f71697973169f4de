/** Days as people and programs write them (docs/console.md#dates-and-numbers). */
import { plainCode } from "../text/clean-text"
import { fold } from "../text/fold"
import { dateTimeFormat } from "./date-time-format"
import { type Day, toDay } from "./dates"

export type DayOrder = "dayFirst" | "monthFirst"

type Named = "month" | "weekday"
const known: { [Part in Named]?: string[][] } = {}

/** Returns the folded names of months, or of weekdays, in both languages. */
const namesOf = (part: Named) => {
  const dayOf = (at: number) => Date.UTC(2024, part === "month" ? at : 0, 1 + at)
  known[part] ??= ["tr", "en"].map(locale =>
    Array.from({ length: 12 }, (_, at) => fold(dateTimeFormat(locale, { [part]: "long", timeZone: "UTC" }).format(dayOf(at)))),
  )
  return known[part]
}

/** Returns the index of the name that a word of three letters or more begins; -1 for another word. */
const indexIn = (part: Named, word: string): number =>
  word.length < 3 ? -1 : Math.max(...namesOf(part).map(names => names.findIndex(name => name.startsWith(word))))

/** Returns day, month and year as texts, of which the year has two or four digits, or the day 8; undefined for another text. */
const partsOf = (text: string, order: DayOrder): string[] | undefined => {
  const given = fold(plainCode(text))
  if (/[^\p{L}\d\s.,/-]/u.test(given)) return undefined
  const words = (given.match(/\p{L}+|\d+/gu) ?? []).filter(word => indexIn("weekday", word) < 0)
  const [a = "", b = "", c = ""] = words
  if (/^\d{8}$/.test(a) && words.length === 1)
    return toDay(Number(a.slice(4)), 1, 1)
      ? [a.slice(0, 2), a.slice(2, 4), a.slice(4)]
      : [a.slice(6), a.slice(4, 6), a.slice(0, 4)]
  if (words.length !== 3) return undefined
  const at = words.findIndex(word => /\p{L}/u.test(word))
  const month = at < 0 ? b : String(indexIn("month", words[at] ?? "") + 1)
  if (a.length === 4 && /\d/.test(a)) return [c, at < 0 ? b : month, a]
  if (at >= 0) return [at === 0 ? b : a, month, c]
  return order === "monthFirst" ? [b, a, c] : [a, b, c]
}

/**
 * Parses a day: day, month and year with any separator or none, the month also by its name, ISO, or year, month and day in 8 digits.
 * @param options.order of day and month where both are numbers and the year is last
 * @param options.latestYear the last year that two digits may mean; the one of a century before otherwise
 * @returns undefined when the text is not a day
 */
export const parseDay = (
  text: string,
  { order = "dayFirst", latestYear = new Date().getFullYear() + 20 }: { order?: DayOrder; latestYear?: number | undefined } = {},
): Day | undefined => {
  const [day = "", month = "", year = ""] = partsOf(text, order) ?? []
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^(\d\d|\d{4})$/.test(year)) return undefined
  const short = 2000 + Number(year)
  return toDay(year.length === 4 ? Number(year) : short > latestYear ? short - 100 : short, Number(month), Number(day))
}
