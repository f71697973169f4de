import { isRecord } from "../core/is-record"
import { entriesOf, textOf } from "./record"

/** Reports of the modules (docs/contract.md#reports). */

export const reportModules = ["campaigns", "draws", "announcements", "surveys", "gifts", "employees", "feedback"] as const
export type ReportModule = (typeof reportModules)[number]

/** A part of the total: the rows that the module's list has with the same period and this value of the filter. */
export type ReportPart = {
  /** The value of the filter; null for rows that the list cannot be filtered by. */
  value: string | null
  /** The name of a record; null for a code. */
  name: string | null
  count: number
}

/** A figure of its own beside the total: a sum, a mean or a percentage; null where there is nothing to take it of. */
export type ReportFigure = { name: string; value: number | null; previous: number | null }

/** Days are `YYYY-MM-DD` in the deployment's time zone, both ends included. */
export type Report = {
  module: ReportModule
  from: string
  to: string
  /** The period of the same length before. */
  previousFrom: string
  previousTo: string
  /** Rows of the module's list in the period, and in the one before. */
  total: number
  previousTotal: number
  figures: ReportFigure[]
  /** By the list's filter `status`. */
  statuses: ReportPart[]
  /** Rows by consecutive parts of the period; a row that lasts longer is in several of them. */
  series: { from: string; to: string; count: number; previous: number }[]
  /** By the list's filter of this name: `categoryId`, `category` or `type`. Null for modules without categories. */
  categories: { filter: string; parts: ReportPart[] } | null
  /** By the list's filter `tenantId`. Null for a company without subsidiaries. */
  companies: ReportPart[] | null
  /** By the list's filter `departmentId`. Null for modules without departments. */
  departments: ReportPart[] | null
}

/** Parameters of a module's list that limit it to a period. */
export const periodFilters: Record<ReportModule, { from: string; to: string }> = {
  campaigns: { from: "startDate", to: "endDate" },
  draws: { from: "startDate", to: "endDate" },
  announcements: { from: "startDate", to: "endDate" },
  surveys: { from: "startDate", to: "endDate" },
  gifts: { from: "validFrom", to: "validTo" },
  employees: { from: "hiredFrom", to: "hiredTo" },
  feedback: { from: "createdFrom", to: "createdTo" },
}

/** Longest period of a report, days. */
export const maxReportDays = 3_660

const dayMs = 86_400_000
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Returns the number of days of a period, both ends included. */
export const daysOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** Returns the period of the same length that ends before `from`. */
export const periodBefore = (from: string, to: string) => ({ from: dayAfter(from, -daysOf(from, to)), to: dayAfter(from, -1) })

const monthEnd = (day: string) => {
  const [year = 0, month = 0] = day.split("-").map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** Returns the parts of a period: days up to 31 of them, weeks from the first day on up to 26, else calendar months. */
export const seriesOf = (from: string, to: string): { from: string; to: string }[] => {
  const days = daysOf(from, to)
  const endOf = days <= 31 ? (day: string) => day : days <= 182 ? (day: string) => dayAfter(day, 6) : monthEnd
  const parts: { from: string; to: string }[] = []
  for (let start = from; start <= to; ) {
    const end = endOf(start)
    parts.push({ from: start, to: end < to ? end : to })
    start = dayAfter(end, 1)
  }
  return parts
}

const countOf = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0)
const figureOf = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null)

const partsOf = (value: unknown): ReportPart[] =>
  entriesOf(value, ({ value, name, count }) => ({
    value: textOf(value) || null,
    name: textOf(name) || null,
    count: countOf(count),
  }))

const ifPresent = (value: unknown): ReportPart[] | null => (Array.isArray(value) ? partsOf(value) : null)

/**
 * Reads a report from the wire: what a server leaves out is empty, counts are 0 (docs/contract.md#reports).
 * @returns undefined when the answer is no report
 */
export const reportOf = (module: ReportModule, raw: unknown): Report | undefined => {
  if (!isRecord(raw) || typeof raw.total !== "number") return undefined
  const { from, to, previousFrom, previousTo, categories } = raw
  const period = { from: textOf(from), to: textOf(to) }
  const days = period.from && period.to ? periodBefore(period.from, period.to) : period
  return {
    module,
    ...period,
    previousFrom: textOf(previousFrom) || days.from,
    previousTo: textOf(previousTo) || days.to,
    total: raw.total,
    previousTotal: countOf(raw.previousTotal),
    figures: entriesOf(raw.figures, ({ name, value, previous }) => ({
      name: textOf(name),
      value: figureOf(value),
      previous: figureOf(previous),
    })),
    statuses: partsOf(raw.statuses),
    series: entriesOf(raw.series, ({ from, to, count, previous }) => ({
      from: textOf(from),
      to: textOf(to),
      count: countOf(count),
      previous: countOf(previous),
    })),
    categories:
      isRecord(categories) && textOf(categories.filter)
        ? { filter: textOf(categories.filter), parts: partsOf(categories.parts) }
        : null,
    companies: ifPresent(raw.companies),
    departments: ifPresent(raw.departments),
  }
}
