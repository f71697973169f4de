import { fromInstant } from "../../../../src/core/dates/dates"

/** How many months the dashboard's series cover, the current month last. */
const monthCount = 12

/** The month of a moment in a time zone, as YYYY-MM. @param moment epoch ms */
export const monthOf = (moment: number, zone: string) => fromInstant(new Date(moment).toISOString(), zone)?.date.slice(0, 7) ?? ""

/** The last months up to a given one, oldest first. @param month YYYY-MM */
export const monthsUpTo = (month: string): string[] => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return Array.from({ length: monthCount }, (_, at) =>
    new Date(Date.UTC(year, number - monthCount + at, 1)).toISOString().slice(0, 7),
  )
}
