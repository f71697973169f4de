import { addDays, fromInstant, isInstant, toInstant } from "./dates"

/** The dates of a record that begins and ends, as instants, and others that move with them. */
export type Dates = { startDate: string; endDate: string }

/**
 * Returns the dates of a period of the same duration that starts at the next full hour after `now` (epoch ms), or undefined if
 * the period starts in the future or its dates are invalid.
 */
export const shiftDates = ({ startDate, endDate }: Dates, now: number): Dates | undefined => {
  const duration = Date.parse(endDate) - Date.parse(startDate)
  if (!(duration > 0) || Date.parse(startDate) >= now) return undefined
  const hourMs = 3_600_000
  const start = Math.ceil(now / hourMs) * hourMs
  return { startDate: new Date(start).toISOString(), endDate: new Date(start + duration).toISOString() }
}

/**
 * Returns the dates moved to another start: the others move by as many days and keep their times, or, where the end would be
 * before the start, keep their distance to it. Undefined if a date is invalid.
 * @param timeZone the zone of days and times
 */
export const movedTo = <D extends Dates>(start: string, dates: D, timeZone: string): D | undefined => {
  const { startDate, endDate } = dates
  const [next, from] = [start, startDate].map(date => (isInstant(date) ? fromInstant(date, timeZone) : undefined))
  if (!next || !from || !Object.values(dates).every(isInstant) || Date.parse(endDate) <= Date.parse(startDate)) return undefined
  const dayMs = 86_400_000
  const days = Math.round((Date.parse(next.date) - Date.parse(from.date)) / dayMs)
  const byDays = (date: string) => {
    const local = fromInstant(date, timeZone)
    return local ? toInstant(addDays(local.date, days), local.time, timeZone) : date
  }
  const byDistance = (date: string) => new Date(Date.parse(date) + Date.parse(start) - Date.parse(startDate)).toISOString()
  const move = Date.parse(byDays(endDate)) > Date.parse(start) ? byDays : byDistance
  const moved = Object.entries(dates).map(([name, date]) => [name, name === "startDate" ? start : move(date)])
  return Object.fromEntries(moved) as D
}
