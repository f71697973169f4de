import type { CalendarEntry } from "../../contract/calendar"
import { type Day, fromInstant } from "../../core/dates/dates"

/** An entry as it is shown. `owner`: the name of its company, where the entries of several are shown. */
export type ShownEntry = CalendarEntry & { owner?: string }

/**
 * The days that an entry takes in the calendar, both included: its period, or for a draw also the day on which it is drawn. An
 * open period takes the day that is known.
 */
export type Place = {
  key: string
  entry: ShownEntry
  part: "period" | "drawDate"
  from: Day
  to: Day
  isOpen: boolean
}

/** Returns the key of an entry: ids of different kinds may be equal. */
export const keyOf = ({ kind, id }: Pick<CalendarEntry, "kind" | "id">) => `${kind}/${id}`

const dayOf = (instant: string, zone: string) => fromInstant(instant, zone)?.date

/** Returns the last day of a period: one that ends at midnight has no part of the day that begins then. */
const lastDayOf = (endDate: string, zone: string): Day | undefined => {
  const end = Date.parse(endDate)
  return Number.isNaN(end) ? undefined : dayOf(new Date(end - 1).toISOString(), zone)
}

type Period = Pick<CalendarEntry, "startDate" | "endDate">
type Days = { zone: string; from: Day | undefined; to: Day | undefined }

/** Days of the entries that are there, which are found out many times: the clock of a zone costs more than the rest of a bar. */
const known = new WeakMap<Period, Days>()

/** Returns first and last day of a period in a zone; undefined for dates that are open or cannot be read. */
export const daysOfPeriod = (period: Period, zone: string): Days => {
  const before = known.get(period)
  if (before?.zone === zone) return before
  const from = dayOf(period.startDate, zone)
  const to = lastDayOf(period.endDate, zone)
  const days = { zone, from, to: from && to && to < from ? from : to }
  known.set(period, days)
  return days
}

/** Returns the places of an entry; none for one without any date. */
export const placesOf = (entry: ShownEntry, zone: string): Place[] => {
  const { from, to } = daysOfPeriod(entry, zone)
  const key = keyOf(entry)
  const places: Place[] = []
  if (from || to) places.push({ key, entry, part: "period", from: from ?? to ?? "", to: to ?? from ?? "", isOpen: !from || !to })
  const drawn = dayOf(entry.drawDate, zone)
  if (drawn) places.push({ key: `${key}/drawDate`, entry, part: "drawDate", from: drawn, to: drawn, isOpen: false })
  return places
}

/** Whether a place has a day in common with a period. */
export const isWithin = ({ from, to }: Pick<Place, "from" | "to">, first: Day, last: Day) => from <= last && to >= first
