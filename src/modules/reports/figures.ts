import { nameOfModule } from "../../contract/modules"
import type { Report, ReportFigure, ReportModule } from "../../contract/reports"
import { dash, type Format } from "../../core/text/format"
import type { Key, Translate } from "../../core/text/i18n"
import { figureKinds } from "./sources"

/** Figures of a report in words, and how they changed. */

export type ReportContext = { t: Translate; format: Format }

/** `list`: parameters of the list that the figure leads to, beside the period. */
export type Figure = ReportFigure & {
  label: Key
  kind: "number" | "percent" | "minutes"
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

/** Returns a share of a whole as a percentage without decimals. */
export const shareText = (count: number, total: number, { format }: ReportContext) =>
  format.percent(total ? Math.round((count / total) * 100) : 0)

type Change = { text: string; icon?: "arrow-up" | "arrow-down"; tone?: "success" | "danger" }

/** A growth by so many times is told by the two figures instead of a percentage. */
const maxGrowth = 10

/** Returns the change against the period before, in percent, or in points for percentages. */
export const changeOf = (
  { value, previous, kind, isMoreBetter }: Omit<Figure, "name" | "label" | "list">,
  context: ReportContext,
): Change => {
  const { t, format } = context
  if (value === null || !previous) return { text: t("reporting.noComparison") }
  if (value === previous) return { text: t("reporting.same") }
  const isMore = value > previous
  const size = Math.abs(value - previous)
  const change =
    kind === "percent"
      ? t("reporting.points", { count: format.number(size) })
      : format.percent(Math.round((size / previous) * 1000) / 10)
  return {
    text:
      size / previous < maxGrowth
        ? t(isMore ? "reporting.more" : "reporting.less", { change })
        : `${valueText(previous, kind, context)} → ${valueText(value, kind, context)}`,
    icon: isMore ? "arrow-up" : "arrow-down",
    ...(isMoreBetter !== undefined && { tone: isMore === isMoreBetter ? ("success" as const) : ("danger" as const) }),
  }
}
