import { addDays, type Day } from "./dates"

/** Returns ranges of days around `today`, first and last day included, that lists offer as filters. */
export const rangesAround = (today: Day) => {
  const [year = 0, month = 0] = today.split("-").map(Number)
  const first = (months: number) => new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  const inQuarter = (month - 1) % 3
  return {
    thisMonth: { from: first(0), to: addDays(first(1), -1) },
    lastMonth: { from: first(-1), to: addDays(first(0), -1) },
    thisQuarter: { from: first(-inQuarter), to: addDays(first(3 - inQuarter), -1) },
    last30Days: { from: addDays(today, -29), to: today },
  }
}
