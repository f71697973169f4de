import type { ReportContext } from "../../contract/report-figures"
import type { Report } from "../../contract/reports"
import { BarChart } from "../../ui/charts/bar-chart"
import type { ChartTable } from "../../ui/charts/chart-card"
import { TimeChart } from "../../ui/charts/time-chart"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { shareText } from "./figures"
import type { Section } from "./sections"

/** Bars of a chart at most; the table has all. */
export const maxBars = 12

export const partsTable = ({ total }: Report, { title, parts }: Section, context: ReportContext): ChartTable => ({
  columns: [context.t(title), context.t("reporting.value"), context.t("reporting.share")],
  rows: parts.map(({ key, name, count, href }) => ({
    key,
    href,
    cells: [name, context.format.number(count), shareText(count, total, context)],
  })),
})

/** A bar for each of the largest parts, as long as its share of the total. */
export const PartsChart = ({ report, section }: { report: Report; section: Section }) => {
  const context = { t: useT(), format: useFormat() }
  const { t, format } = context
  const largest = Math.max(1, ...section.parts.map(({ count }) => count))
  const figuresText = (count: number) => `${format.number(count)} · ${shareText(count, report.total, context)}`
  const first = section.parts.filter(({ count }) => count === largest)
  return (
    <BarChart
      finding={t("reporting.finding", { parts: first.map(({ name, count }) => `${name}: ${figuresText(count)}`).join("; ") })}
      bars={section.parts.slice(0, maxBars).map(({ key, name, count, href }) => ({
        key,
        label: name,
        share: report.total ? count / report.total : 0,
        value: figuresText(count),
        href,
      }))}
    />
  )
}

/** @param hrefOf the list of a part of the period */
export const seriesTable = (
  { series }: Report,
  hrefOf: (part: { from: string; to: string }) => string,
  { t, format }: ReportContext,
): ChartTable => ({
  columns: [t("reporting.period"), t("reporting.value"), t("reporting.before")],
  rows: series.map(({ from, to, count, previous }) => ({
    key: from,
    href: hrefOf({ from, to }),
    cells: [format.period(from, to), format.number(count), format.number(previous)],
  })),
})

/** The counts over time, with those of the period before. @param hrefOf the list of a part of the period; absent on paper */
export const SeriesChart = ({ report, hrefOf }: { report: Report; hrefOf?: (part: { from: string; to: string }) => string }) => {
  const t = useT()
  const format = useFormat()
  const first = report.series[0]
  const largest = first && report.series.reduce((best, part) => (part.count > best.count ? part : best), first)
  if (!largest) return null
  const { from, to, count } = largest
  return (
    <TimeChart
      finding={t("reporting.findingTime", { period: format.period(from, to), value: format.number(count) })}
      periods={report.series.map(part => ({ ...part, ...(hrefOf && { href: hrefOf(part) }) }))}
      textOf={(period, { count, previous = 0 }) =>
        t("reporting.periodFigure", { period, value: format.number(count), previous: format.number(previous) })
      }
    />
  )
}
