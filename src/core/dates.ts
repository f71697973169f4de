/** Days as `YYYY-MM-DD`, instants as ISO 8601 UTC, and the way between them in a time zone (decisions §2). */
export type Day = string

const pad = (value: number, length = 2) => String(value).padStart(length, "0")

export const toDay = (year: number, month: number, day: number): Day | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1900 && year <= 2999 ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : undefined
}

export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/**
 * A day typed leniently: day, month, year in either language, with any separator, two-digit years as 20xx, ISO as well.
 */
export const parseDay = (text: string): Day | undefined => {
  const parts = text
    .trim()
    .split(/[.\-/\s]+/)
    .filter(Boolean)
  const digits = /^\d{8}$/.test(text.trim()) ? [text.trim().slice(0, 2), text.trim().slice(2, 4), text.trim().slice(4)] : parts
  if (digits.length !== 3 || digits.some(part => !/^\d{1,4}$/.test(part))) return undefined
  const [a = "", b = "", c = ""] = digits
  if (a.length === 4) return toDay(Number(a), Number(b), Number(c))
  if (c.length !== 4 && c.length !== 2) return undefined
  return toDay(c.length === 2 ? 2000 + Number(c) : Number(c), Number(b), Number(a))
}

/** `gg.aa.yyyy` in Turkish, `dd/mm/yyyy` in English, whatever the browser's own locale. */
export const formatDay = (day: Day, language: string) => {
  const [year = "", month = "", date = ""] = day.split("-")
  return [date, month, year].join(language === "tr" ? "." : "/")
}

export const addDays = (day: Day, days: number): Day => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const formats = new Map<string, Intl.DateTimeFormat>()

const wallClock = (zone: string) => {
  const known =
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
  formats.set(zone, known)
  return known
}

const partsIn = (instant: number, zone: string) =>
  Object.fromEntries(
    wallClock(zone)
      .formatToParts(instant)
      .map(part => [part.type, part.value]),
  ) as Record<string, string>

/** An instant as it reads on a wall clock of the zone: the day and `HH:mm`; undefined when it does not parse. */
export const fromInstant = (iso: string, zone: string): { date: Day; time: string } | undefined => {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return undefined
  const { year, month, day, hour, minute } = partsIn(instant, zone)
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}

/** How far the zone's wall clock is ahead of UTC at an instant, ms. */
const offsetAt = (instant: number, zone: string) => {
  const { year, month, day, hour, minute, second } = partsIn(instant, zone)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(instant / 1000) * 1000
}

/** The instant at which the zone's wall clock shows the day and `HH:mm`. */
export const toInstant = (day: Day, time: string, zone: string): string => {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const guess = wall - offsetAt(wall, zone)
  return new Date(wall - offsetAt(guess, zone)).toISOString()
}

/** A day or a moment as the wire has them; a day that no calendar has is none. */
export const isInstant = (text: string): boolean => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text)
  return (
    parts !== null && toDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) !== undefined && !Number.isNaN(Date.parse(text))
  )
}
