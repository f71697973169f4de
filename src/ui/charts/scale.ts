import { addDays, type Day, mondayOf } from "../../core/dates/dates"

/** Axes of charts. */

/** Returns round numbers from 0 on, the last one at least `max`: about four steps of 1, 2 or 5 times a power of ten. */
export const ticksOf = (max: number): number[] => {
  const rough = Math.max(1, max) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find(factor => factor * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, at) => at * step)
}

/** Returns at most `max` positions of `count` from the first one on, all at the same distance. */
export const spreadOf = (count: number, max: number): number[] => {
  const step = Math.max(1, Math.ceil((count - 1) / (Math.max(2, max) - 1)))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}

type DayCount = { date: Day; count: number }
/** A period of a time axis, both days included. `previous`: the count to compare with; `href`: where the period leads; `isMarked`: has a line of its own. */
export type Period = { from: Day; to: Day; count: number; previous?: number; href?: string; isMarked?: boolean }

/** Largest number of periods on an axis: beyond, days become weeks, and weeks months. */
const maxPeriods = 92

const monthEnd = (first: Day) => addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)

const units: { startOf: (day: Day) => Day; endOf: (start: Day) => Day }[] = [
  { startOf: day => day, endOf: start => start },
  { startOf: mondayOf, endOf: start => addDays(start, 6) },
  { startOf: day => `${day.slice(0, 7)}-01`, endOf: monthEnd },
]

/** Returns the periods between the first and the last day, empty ones included. @param days ascending */
export const periodsOf = (days: readonly DayCount[]): Period[] => {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  for (const [at, { startOf, endOf }] of units.entries()) {
    const counts = new Map<Day, number>()
    for (const { date, count } of days) counts.set(startOf(date), (counts.get(startOf(date)) ?? 0) + count)
    const periods: Period[] = []
    let from = startOf(first.date)
    while (from <= last.date && (periods.length <= maxPeriods || at === units.length - 1)) {
      const to = endOf(from)
      periods.push({ from, to, count: counts.get(from) ?? 0 })
      from = addDays(to, 1)
    }
    if (periods.length <= maxPeriods || at === units.length - 1) return periods
  }
  return []
}
