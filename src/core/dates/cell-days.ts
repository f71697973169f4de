/** Days in the cells of a column, whose order of day and month is decided by all of them (docs/console.md#bulk-upload). */
import { plainCode } from "../text/clean-text"
import { type Day, toDay } from "./dates"
import { type DayOrder, parseDay } from "./parse-day"

/** The two numbers before a year, and whether points divide them: the month is not written first with points. */
const numbersOf = (text: string) => {
  const found = /^(\d{1,2})\s*([.\-/\s])\s*(\d{1,2})\s*[.\-/\s]\s*(?:\d{4}|\d{2})(?!\d)/.exec(plainCode(text).trim())
  return found ? { first: Number(found[1]), second: Number(found[3]), hasPoints: found[2] === "." } : undefined
}

/** Whether a text is a day in either order, and a different one in each. */
export const isEitherOrder = (text: string): boolean => {
  const { first, second } = numbersOf(text) ?? { first: 0, second: 0 }
  return first <= 12 && second <= 12 && first !== second
}

/** `mixed`: some cells can only have the day first, others only the month; `open`: all may have either, and are not divided by points. */
export type ColumnOrder = DayOrder | "mixed" | "open"

/** Returns the order of day and month in a column. */
export const columnOrderOf = (cells: readonly string[]): ColumnOrder => {
  const found = cells.flatMap(cell => numbersOf(cell) ?? [])
  const hasDayFirst = found.some(({ first, second }) => first > 12 && second <= 12)
  const hasMonthFirst = found.some(({ first, second }) => second > 12 && first <= 12)
  if (hasMonthFirst) return hasDayFirst ? "mixed" : "monthFirst"
  if (hasDayFirst) return "dayFirst"
  return found.some(({ first, second, hasPoints }) => !hasPoints && first !== second && Math.max(first, second) <= 12)
    ? "open"
    : "dayFirst"
}

/** Days from 1970-01-01 to day 0 of spreadsheets. */
const dayZero = -25_569

/**
 * Parses the day of a cell, as {@link parseDay} and with a time after it, or as the number that a spreadsheet has for it.
 * @param options.order of the column; in a mixed one, a cell of either order is none, and any other is read in its own
 */
export const parseCellDay = (
  cell: string,
  { order = "dayFirst", latestYear }: { order?: DayOrder | "mixed"; latestYear: number },
): Day | undefined => {
  const text = plainCode(cell)
    .trim()
    .replace(/[T, ]+\d{1,2}:.*$/, "")
  if (/^[1-9]\d{4}([.,]\d+)?$/.test(text)) {
    const date = new Date((Math.floor(Number(text.replace(",", "."))) + dayZero) * 86_400_000)
    return toDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
  }
  if (order !== "mixed") return parseDay(text, { order, latestYear })
  if (isEitherOrder(text)) return undefined
  return parseDay(text, { latestYear }) ?? parseDay(text, { order: "monthFirst", latestYear })
}
