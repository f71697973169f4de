import { figuresOf, type ReportContext } from "../../contract/report-figures"
import type { Report } from "../../contract/reports"
import { downloadValues } from "../../ui/lists/csv-file"
import { dateValues, type ExportValue, numberValue, textValue } from "../../ui/lists/export-values"
import type { Section } from "./sections"

/** Reports as CSV (docs/console.md#reports). */

type Row = {
  section: string
  name: string
  from: string
  to: string
  value: number | null
  share?: number
  previous?: number | null
}

const values: ExportValue<Row>[] = [
  textValue("reporting.section", row => row.section),
  textValue("reporting.name", row => row.name),
  ...dateValues<Row>("ui.from", row => row.from, false),
  ...dateValues<Row>("ui.to", row => row.to, false),
  numberValue("reporting.value", row => row.value),
  numberValue("reporting.percent", row => row.share ?? null),
  numberValue("reporting.before", row => row.previous ?? null),
]

export const summaryRows = (report: Report, { t }: ReportContext): Row[] =>
  figuresOf(report).map(({ label, value, previous, isCurrent }) => ({
    section: t("reporting.summary"),
    name: t(label),
    from: isCurrent ? "" : report.from,
    to: isCurrent ? "" : report.to,
    value,
    previous,
  }))

export const seriesRows = ({ series }: Report, { t, format }: ReportContext): Row[] =>
  series.map(({ from, to, count, previous }) => ({
    section: t("reporting.overTime"),
    name: format.period(from, to),
    from,
    to,
    value: count,
    previous,
  }))

export const sectionRows = ({ from, to, total }: Report, { title, parts }: Section, { t }: ReportContext): Row[] =>
  parts.map(({ name, count }) => ({
    section: t(title),
    name,
    from,
    to,
    value: count,
    share: total ? Math.round((count / total) * 1000) / 10 : 0,
  }))

/** Downloads rows. @param title from which the name of the file is made */
export const downloadRows = (title: string, rows: readonly Row[], context: ReportContext) => {
  downloadValues(title, values, rows, context)
}
