import { dash, type Format } from "../core/text/format"
import type { Key, Translate } from "../core/text/i18n"
import * as draws from "./draws/draws"
import * as feedback from "./feedback"
import { nameOfModule } from "./modules"
import type { Report, ReportFigure, ReportModule } from "./reports"

/** Figures of a report in words, on its page and in the mail of a month. */

export type ReportContext = { t: Translate; format: Format }

type FigureKind = "number" | "percent" | "minutes"

/**
 * Figures beside the total: how they are written, whether more is better, and what the list that they lead to is filtered by beside
 * the period. `isCurrent`: as of now, of no period.
 */
const figureKinds: Record<string, { kind: FigureKind; isMoreBetter?: boolean; isCurrent?: true; list: Record<string, string> }> =
  {
    entries: { kind: "number", isMoreBetter: true, list: {} },
    people: { kind: "number", isCurrent: true, list: {} },
    winners: { kind: "number", isMoreBetter: true, list: { status: String(draws.statuses.value("drawn")) } },
    responses: { kind: "number", isMoreBetter: true, list: {} },
    uses: { kind: "number", isMoreBetter: true, list: {} },
    resolutionRate: { kind: "percent", isMoreBetter: true, list: { status: String(feedback.statuses.value("resolved")) } },
    firstResponseMinutes: { kind: "minutes", isMoreBetter: false, list: {} },
  }

/** `list`: parameters of the list that the figure leads to, beside the period. */
export type Figure = ReportFigure & {
  label: Key
  kind: FigureKind
  /** Whether more is better; undefined where it is neither. */
  isMoreBetter?: boolean
  /** Whether it is as of now: without a period, and not compared. */
  isCurrent?: true
  list: Record<string, string>
}

/** Returns the name of a module's total: of people those who were hired are counted. */
export const totalLabel = (module: ReportModule): Key => (module === "employees" ? "reporting.hired" : nameOfModule(module))

/** Returns the total, and the other figures that the console knows. */
export const figuresOf = (report: Report): Figure[] => [
  {
    name: "total",
    label: totalLabel(report.module),
    kind: "number",
    list: {},
    value: report.total,
    previous: report.previousTotal,
  },
  ...report.figures.flatMap(figure => {
    const known = figureKinds[figure.name]
    return known ? [{ ...figure, ...known, label: `reporting.figure.${figure.name}` as Key }] : []
  }),
]

const minutesText = (minutes: number, { t, format }: ReportContext) => {
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const parts: [Key, number][] = [
    ["reporting.days", days],
    ["reporting.hours", hours],
    ["reporting.minutes", days ? 0 : Math.round(minutes % 60)],
  ]
  const shown = parts.filter(([, count]) => count > 0)
  return (shown.length ? shown : [["reporting.minutes", 0] as const])
    .map(([key, count]) => t(key, { count: format.number(count) }))
    .join(" ")
}

/** Returns a value in words; a dash for none. */
export const valueText = (value: number | null, kind: Figure["kind"], context: ReportContext): string => {
  if (value === null) return dash
  if (kind === "minutes") return minutesText(value, context)
  return kind === "percent" ? context.format.percent(value) : context.format.number(value)
}
