/** Days in the cells of a column, whose order of day and month is decided by all of them (docs/console.md#bulk-upload). */
import { plainCode } from "../text/clean-text"
import { fold } from "../text/fold"
import { type Day, fromInstant, toDay, toInstant } from "./dates"
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

type CellOptions = {
  /** Of the column; in a mixed one, a cell of either order is no day, and any other is read in its own. */
  order?: DayOrder | "mixed"
  latestYear: number
  timeZone: string
}

/** A day and the time after it in seconds; `offset`: of the zone that the text names, in minutes. */
type CellTime = { day: Day; seconds: number; offset?: number }

/** What follows a folded day: a time by the clock of 24 hours, or of 12 with its half of the day in either language, and a zone. */
const timed = new RegExp(
  [
    /^(?<date>.+?)(?:t|[, ]+|[, ]*-[, ]*(?=\d+:))/,
    /(?<hour>\d\d?)[:.](?<minute>[0-5]\d)(?:[:.](?<second>[0-5]\d(?:[.,]\d+)?))?/,
    /\s*(?:(?<half>[ap])\.?m\.?|o(?<turkishHalf>[os]))?/,
    /\s*(?<utc>z|gmt|utc)?(?:(?<zone>[+-]\d\d?):?(?<zoneMinutes>\d\d)?)?$/,
  ]
    .map(({ source }) => source)
    .join(""),
)

const dayIn = (text: string, { order = "dayFirst", latestYear }: CellOptions): Day | undefined => {
  if (order !== "mixed") return parseDay(text, { order, latestYear })
  if (isEitherOrder(text)) return undefined
  return parseDay(text, { latestYear }) ?? parseDay(text, { order: "monthFirst", latestYear })
}

const timeIn = (text: string, options: CellOptions): CellTime | undefined => {
  const {
    date = "",
    hour,
    minute,
    second = "0",
    half,
    turkishHalf,
    utc,
    zone,
    zoneMinutes = "0",
  } = timed.exec(text)?.groups ?? {}
  const day = dayIn(date, options)
  const part = half ?? turkishHalf
  if (!day || Number(hour) > (part ? 12 : 23)) return undefined
  const hours = part ? (Number(hour) % 12) + (part === "p" || part === "s" ? 12 : 0) : Number(hour)
  const seconds = hours * 3600 + Number(minute) * 60 + Number(second.replace(",", "."))
  if (!utc && !zone) return { day, seconds }
  return { day, seconds, offset: Number(zone ?? 0) * 60 + Math.sign(Number(zone ?? 0)) * Number(zoneMinutes) }
}

/**
 * Returns day and time of a cell: a day as {@link parseDay} reads it, with or without a time, or the number that a spreadsheet has for
 * it. Undefined where a part of the text is neither.
 */
const cellTime = (cell: string, options: CellOptions): CellTime | undefined => {
  const text = fold(plainCode(cell)).trim()
  if (/^[1-9]\d{4}([.,]\d+)?$/.test(text)) {
    const serial = Number(text.replace(",", "."))
    const date = new Date((Math.floor(serial) + dayZero) * 86_400_000)
    const day = toDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
    return day ? { day, seconds: Math.min(86_399, Math.round((serial % 1) * 86_400)) } : undefined
  }
  const day = dayIn(text, options)
  return day ? { day, seconds: 0 } : timeIn(text, options)
}

const instantOf = ({ day, seconds, offset }: CellTime, timeZone: string): Date => {
  if (offset !== undefined) return new Date(Date.parse(`${day}T00:00:00Z`) + seconds * 1000 - offset * 60_000)
  const minute = Math.floor(seconds / 60)
  const time = [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, "0")).join(":")
  return new Date(Date.parse(toInstant(day, time, timeZone)) + Math.round((seconds % 60) * 1000))
}

/** Returns the instant of a cell, by its own zone or by the given one; undefined where it is none. */
export const parseCellTime = (cell: string, options: CellOptions): string | undefined => {
  const time = cellTime(cell, options)
  return time && instantOf(time, options.timeZone).toISOString()
}

/**
 * Returns the day of a cell; undefined where it is none. A time with a zone is on its day by the given one: programs write the midnight
 * of Türkiye as 21:00 in UTC. A midnight stays on its day.
 */
export const parseCellDay = (cell: string, options: CellOptions): Day | undefined => {
  const time = cellTime(cell, options)
  if (time?.offset === undefined || time.seconds === 0) return time?.day
  return fromInstant(instantOf(time, options.timeZone).toISOString(), options.timeZone)?.date
}
