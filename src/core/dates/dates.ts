/** Days, instants, and their conversion in a time zone (docs/contract.md#dates). Instants are ISO 8601 in UTC. */

/** `YYYY-MM-DD`. */
export type Day = string

const pad = (value: number, length = 2) => String(value).padStart(length, "0")

/** Returns a day, or undefined when no calendar has it or its year is not between 1900 and 2999. */
export const toDay = (year: number, month: number, day: number): Day | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 && year <= 2999 ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : undefined
}

/** Appends `Z` to an instant without a zone: dates on the wire are UTC. Other texts stay as they are. */
export const inUtc = (text: string) => (/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text)

/** Whether a text has the form of a day. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Formats a day as `dd.mm.yyyy` in Turkish and `dd/mm/yyyy` in English, independent of the browser's locale. */
export const formatDay = (day: Day, language: string) => {
  const [year = "", month = "", date = ""] = day.split("-")
  return [date, month, year].join(language === "tr" ? "." : "/")
}

export const addDays = (day: Day, days: number): Day => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Returns the Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

const formats = new Map<string, Intl.DateTimeFormat>()

const wallClock = (zone: string) => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    })
  formats.set(zone, format)
  return format
}

const partsIn = (instant: number, zone: string) =>
  Object.fromEntries(
    wallClock(zone)
      .formatToParts(instant)
      .map(part => [part.type, part.value]),
  ) as Record<string, string>

/** Returns the epoch ms of a day or an instant, as {@link isInstant} defines them; undefined for another text. */
export const parseInstant = (iso: string | null | undefined): number | undefined =>
  iso && isInstant(iso) ? Date.parse(iso) : undefined

/** Returns day and time (`HH:mm`) of an instant on the zone's clock; undefined when the instant cannot be parsed. */
export const fromInstant = (iso: string, zone: string): { date: Day; time: string } | undefined => {
  const instant = parseInstant(iso)
  if (instant === undefined) return undefined
  const { year, month, day, hour, minute } = partsIn(instant, zone)
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}

/** Returns the zone's offset from UTC at an instant, ms. */
const offsetAt = (instant: number, zone: string) => {
  const { year, month, day, hour, minute, second } = partsIn(instant, zone)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(instant / 1000) * 1000
}

/**
 * Returns the instant at which the zone's clock shows the day and the time (`HH:mm`). A time that the clock leaves out moves by as much
 * as the clock, so that it stays on its day.
 */
export const toInstant = (day: Day, time: string, zone: string): string => {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const guess = wall - offsetAt(wall, zone)
  const instant = wall - offsetAt(guess, zone)
  return new Date(instant + offsetAt(instant, zone) === wall ? instant : Math.max(guess, instant)).toISOString()
}

/** Whether a text is a day or an instant as the wire has them, of an existing day. */
export const isInstant = (text: string): boolean => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text)
  return (
    parts !== null && toDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) !== undefined && !Number.isNaN(Date.parse(text))
  )
}
