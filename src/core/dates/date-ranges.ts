import { addDays, type Day } from "./dates"

/** Returns ranges of days around `today`, first and last day included, that lists and reports offer. */
export const rangesAround = (today: Day) => {
  const [year = 0, month = 0] = today.split("-").map(Number)
  const first = (months: number) => new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  const inQuarter = (month - 1) % 3
  const last = (days: number) => ({ from: addDays(today, 1 - days), to: today })
  return {
    today: { from: today, to: today },
    last7Days: last(7),
    thisMonth: { from: first(0), to: addDays(first(1), -1) },
    lastMonth: { from: first(-1), to: addDays(first(0), -1) },
    thisQuarter: { from: first(-inQuarter), to: addDays(first(3 - inQuarter), -1) },
    thisYear: { from: `${year}-01-01`, to: `${year}-12-31` },
    lastYear: { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    last30Days: last(30),
    last90Days: last(90),
  }
}

/** The ranges that a filter by days offers. */
export const offeredRanges = ["thisMonth", "lastMonth", "thisQuarter", "last30Days"] as const
