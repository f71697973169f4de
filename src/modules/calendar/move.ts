import { addDays, fromInstant, toInstant } from "../../core/dates/dates"
import { movedTo } from "../../core/dates/shift-dates"

/** The dates of an entry as instants; "" for an open start or end, and for the draw date of other kinds than draws. */
export type Dates = { startDate: string; endDate: string; drawDate: string }

export const datesOf = ({ startDate, endDate, drawDate }: Dates): Dates => ({ startDate, endDate, drawDate })

const names = ["startDate", "endDate", "drawDate"] as const

/** Whether dates are the same instants, however they are written. */
export const areSameDates = (a: Dates, b: Dates) =>
  names.every(name => a[name] === b[name] || Date.parse(a[name]) === Date.parse(b[name]))

const byDays = (instant: string, days: number, zone: string) => {
  const local = fromInstant(instant, zone)
  return local ? toInstant(addDays(local.date, days), local.time, zone) : instant
}

/** Returns the dates moved by whole days with their times of day; where start or end is open, the others. @param zone the zone of days */
export const movedByDays = (dates: Dates, days: number, zone: string): Dates => {
  const { drawDate, ...period } = dates
  const known = drawDate ? dates : period
  const moved = movedTo(byDays(dates.startDate, days, zone), known, zone)
  if (moved) return { ...dates, ...moved }
  return {
    startDate: byDays(dates.startDate, days, zone),
    endDate: byDays(dates.endDate, days, zone),
    drawDate: byDays(drawDate, days, zone),
  }
}

/** Returns the dates with another start; the others follow and keep their distance in days. */
export const movedToStart = (dates: Dates, startDate: string, zone: string): Dates => {
  const { drawDate, ...period } = dates
  return { ...dates, startDate, ...movedTo(startDate, drawDate ? dates : period, zone) }
}

/** Returns the dates with another day of the draw at the same time of day. */
export const withDrawDay = (dates: Dates, days: number, zone: string): Dates => ({
  ...dates,
  drawDate: byDays(dates.drawDate, days, zone),
})
