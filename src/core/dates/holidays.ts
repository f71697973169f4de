import { addDays, type Day, mondayOf } from "./dates"

/** Public holidays of Türkiye by law no. 2429, and the religious ones by the calendar of Diyanet (docs/console.md#calendar). */

type HolidayName =
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

const fixed = {
  "01-01": { name: "newYear" },
  "04-23": { name: "sovereigntyDay" },
  "05-01": { name: "labourDay" },
  "05-19": { name: "youthDay" },
  "07-15": { name: "democracyDay" },
  "08-30": { name: "victoryDay" },
  "10-28": { name: "republicEve", isHalf: true },
  "10-29": { name: "republicDay" },
} satisfies Record<string, Holiday>

/**
 * First days of the feasts by the calendar of Diyanet, whose month begins after an evening on which the crescent can be seen
 * anywhere on earth: 8° from the sun, 5° above the horizon (docs/console.md#calendar).
 */
const feasts = {
  ramadanFeast: [
    "2024-04-10",
    "2025-03-30",
    "2026-03-20",
    "2027-03-09",
    "2028-02-26",
    "2029-02-14",
    "2030-02-04",
    "2031-01-24",
    "2032-01-14",
    "2033-01-02",
    "2033-12-23",
    "2034-12-12",
    "2035-12-01",
  ],
  sacrificeFeast: [
    "2024-06-16",
    "2025-06-06",
    "2026-05-27",
    "2027-05-16",
    "2028-05-05",
    "2029-04-24",
    "2030-04-13",
    "2031-04-02",
    "2032-03-22",
    "2033-03-11",
    "2034-03-01",
    "2035-02-18",
  ],
} satisfies Partial<Record<HolidayName, Day[]>>

type FeastName = keyof typeof feasts

const feastNames = Object.keys(feasts) as FeastName[]
const feastDays: Record<FeastName, number> = { ramadanFeast: 3, sacrificeFeast: 4 }
const eves: Record<FeastName, HolidayName> = { ramadanFeast: "ramadanEve", sacrificeFeast: "sacrificeEve" }

const religious = feastNames.flatMap(name =>
  feasts[name].flatMap((first): [Day, Holiday][] => [
    [addDays(first, -1), { name: eves[name], isHalf: true }],
    ...Array.from({ length: feastDays[name] }, (_, index): [Day, Holiday] => [
      addDays(first, index),
      { name, number: index + 1 },
    ]),
  ]),
)

/** Whether the religious holidays of a year are known. @param year four digits */
export const hasReligiousHolidays = (year: string) => feasts.ramadanFeast.some(first => first.startsWith(year))

/** Returns the holidays of a day, a religious one before a fixed one. */
export const holidaysOn = (day: Day): Holiday[] => {
  const found = religious.filter(([on]) => on === day).map(([, holiday]) => holiday)
  const ofDate: Holiday | undefined = fixed[day.slice(5) as keyof typeof fixed]
  return ofDate ? [...found, ofDate] : found
}

/** A feast with its eve, or the week from Monday to Sunday around a fixed holiday. */
type HolidayPeriod = { name: Exclude<HolidayName, `${string}Eve`>; from: Day; to: Day }

const weekOf = (day: Day) => {
  const from = mondayOf(day)
  return { from, to: addDays(from, 6) }
}

/** Returns the periods of the holidays that are not over and begin within a year, in their order. */
export const comingHolidays = (today: Day): HolidayPeriod[] => {
  const year = Number(today.slice(0, 4))
  const weeks = Object.entries(fixed).flatMap(([date, { name }]) =>
    name === "republicEve" ? [] : [year, year + 1].map(year => ({ name, ...weekOf(`${year}-${date}`) })),
  )
  const periods = feastNames.flatMap(name =>
    feasts[name].map(first => ({ name, from: addDays(first, -1), to: addDays(first, feastDays[name] - 1) })),
  )
  return [...weeks, ...periods]
    .filter(({ from, to }) => to >= today && from < addDays(today, 365))
    .sort((a, b) => a.from.localeCompare(b.from))
}

/** How long before a feast what begins belongs to it. */
const maxDaysBefore = 45

/**
 * Returns the day that has the same distance to the coming feast as a day had to its own: `days` after the first day of the feast,
 * negative before it. Undefined if the day belongs to no feast, and if the dates of the coming feast are not known.
 */
export const atNextFeast = (day: Day, today: Day): { name: FeastName; days: number; day: Day } | undefined => {
  const daysAfter = (first: Day) => (Date.parse(day) - Date.parse(first)) / 86_400_000
  const belongsTo = (name: FeastName) => (first: Day) =>
    daysAfter(first) >= -maxDaysBefore && daysAfter(first) < feastDays[name] && { name, days: daysAfter(first) }
  const [own] = feastNames
    .flatMap(name => feasts[name].map(belongsTo(name)))
    .filter(found => found !== false)
    .sort((a, b) => b.days - a.days)
  const next = own && feasts[own.name].map(first => addDays(first, own.days)).find(other => other > day && other >= today)
  return own && next ? { ...own, day: next } : undefined
}
