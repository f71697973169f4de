import { addDays, type Day } from "./dates"

/** Public holidays of Türkiye by law no. 2429, and the religious ones by the calendar of Diyanet (docs/console.md#calendar). */

export type HolidayName =
  | "newYear"
  | "sovereigntyDay"
  | "labourDay"
  | "youthDay"
  | "democracyDay"
  | "victoryDay"
  | "republicEve"
  | "republicDay"
  | "ramadanEve"
  | "ramadanFeast"
  | "sacrificeEve"
  | "sacrificeFeast"

/** A holiday on one day. `number`: which day of the feast it is, from 1. `isHalf`: the holiday begins at 13:00. */
export type Holiday = { name: HolidayName; number?: number; isHalf?: true }

const fixed: Record<string, Holiday> = {
  "01-01": { name: "newYear" },
  "04-23": { name: "sovereigntyDay" },
  "05-01": { name: "labourDay" },
  "05-19": { name: "youthDay" },
  "07-15": { name: "democracyDay" },
  "08-30": { name: "victoryDay" },
  "10-28": { name: "republicEve", isHalf: true },
  "10-29": { name: "republicDay" },
}

/** First days of the Ramadan feast and of the feast of sacrifice. */
const feasts: Record<string, readonly [ramadan: Day, sacrifice: Day]> = {
  2024: ["2024-04-10", "2024-06-16"],
  2025: ["2025-03-30", "2025-06-06"],
  2026: ["2026-03-20", "2026-05-27"],
  2027: ["2027-03-09", "2027-05-16"],
  2028: ["2028-02-26", "2028-05-05"],
  2029: ["2029-02-14", "2029-04-24"],
  2030: ["2030-02-04", "2030-04-13"],
}

const eve = (first: Day, name: HolidayName): [Day, Holiday] => [addDays(first, -1), { name, isHalf: true }]

const feast = (first: Day, name: HolidayName, days: number): [Day, Holiday][] =>
  Array.from({ length: days }, (_, index) => [addDays(first, index), { name, number: index + 1 }])

const religious = Object.values(feasts).flatMap(([ramadan, sacrifice]) => [
  eve(ramadan, "ramadanEve"),
  ...feast(ramadan, "ramadanFeast", 3),
  eve(sacrifice, "sacrificeEve"),
  ...feast(sacrifice, "sacrificeFeast", 4),
])

/** Whether the religious holidays of a year are known. @param year four digits */
export const hasReligiousHolidays = (year: string) => year in feasts

/** Returns the holidays of a day, a religious one before a fixed one. */
export const holidaysOn = (day: Day): Holiday[] => {
  const found = religious.filter(([on]) => on === day).map(([, holiday]) => holiday)
  const ofDate = fixed[day.slice(5)]
  return ofDate ? [...found, ofDate] : found
}
