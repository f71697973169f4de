import { useSnapshot } from "valtio"
import { nameOfModule } from "../../contract/modules"
import { figuresOf, valueText } from "../../contract/report-figures"
import type { Report } from "../../contract/reports"
import { joinTexts } from "../../core/text/join-texts"
import { theme } from "../../state/theme"
import { ChartTableView } from "../../ui/charts/chart-card"
import { Facts } from "../../ui/display/facts"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { printed } from "../../ui/overlays/print-sheet"
import { partsTable, SeriesChart, seriesTable } from "./charts"
import { changeOf } from "./figures"
import type { Section } from "./sections"

/** The same table without its links. */
const onPaper = ({ columns, rows }: ReturnType<typeof partsTable>) => ({
  columns,
  rows: rows.map(({ key, cells }) => ({ key, cells })),
})

const Content = ({ report, sections, source }: { report: Report; sections: readonly Section[]; source: string }) => {
  const context = { t: useT(), format: useFormat() }
  const { t, format } = context
  const { name } = useSnapshot(theme)
  const { module, previousFrom, previousTo, series } = report
  const counted = series.filter(({ count, previous }) => count || previous)
  return (
    <div className="report__print">
      <p>{name}</p>
      <h1>{t("reporting.title", { module: t(nameOfModule(module)) })}</h1>
      <Facts
        items={[
          [t("reporting.source"), source],
          [t("reporting.before"), format.period(previousFrom, previousTo)],
          ...figuresOf(report).map(
            figure =>
              [
                t(figure.label),
                joinTexts(
                  valueText(figure.value, figure.kind, context),
                  ...(figure.isCurrent
                    ? []
                    : [
                        changeOf(figure, context).text,
                        t("reporting.previous", { value: valueText(figure.previous, figure.kind, context) }),
                      ]),
                ),
              ] as const,
          ),
          [t("reporting.counted"), t(`reporting.counts.${module}`)],
          [t("reporting.printed"), format.dateTime(new Date().toISOString())],
        ]}
      />
      {report.total > 0 && (
        <section>
          <h2>{t("reporting.overTime")}</h2>
          <SeriesChart report={report} />
          <ChartTableView
            caption={t("reporting.overTime")}
            table={onPaper(seriesTable({ ...report, series: counted }, () => "", context))}
          />
          {counted.length < series.length && <p>{t("reporting.zerosLeftOut")}</p>}
        </section>
      )}
      {sections.map(section => (
        <section key={section.name}>
          <h2>{t(section.title)}</h2>
          <ChartTableView caption={t(section.title)} table={onPaper(partsTable(report, section, context))} />
          {section.notes.map(note => (
            <p key={note}>{note}</p>
          ))}
        </section>
      ))}
    </div>
  )
}

/** Prints a report: what it is from, its figures and tables. `source`: the filters, in words. */
export const ReportPrint = printed(Content)
