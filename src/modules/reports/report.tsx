import { type ReactNode, useState } from "react"
import { nameOfModule } from "../../contract/modules"
import { figuresOf, totalLabel } from "../../contract/report-figures"
import type { Report, ReportModule } from "../../contract/reports"
import { compact } from "../../core/compact"
import { joinTexts } from "../../core/text/join-texts"
import { notifySuccess } from "../../state/notifications"
import { ChartCard } from "../../ui/charts/chart-card"
import { Alert } from "../../ui/display/alert"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { usePreviousData } from "../../ui/lists/use-previous-data"
import { Menu } from "../../ui/overlays/menu"
import { SlowCallBanner } from "../../ui/pages/loading/slow-call-banner"
import { Empty } from "../../ui/placeholders/empty"
import { argsOf, type ReportAddress } from "./address"
import { getReport, type ReportArgs } from "./api"
import { maxBars, PartsChart, partsTable, SeriesChart, seriesTable } from "./charts"
import { FigureView } from "./figure"
import { Placeholder } from "./placeholder"
import { ReportPrint } from "./print"
import { useReportModules } from "./report-context"
import { downloadRows, sectionRows, seriesRows, summaryRows } from "./report-file"
import { listHref, type Section, sectionsOf } from "./sections"
import { sources } from "./sources"

/** What the period leaves out, in words. */
export const PeriodNote = ({ to, today }: { to: string; today: string }) => {
  const t = useT()
  const format = useFormat()
  if (to < today) return null
  return (
    <p className="subtle small">
      {to === today
        ? t("reporting.untilToday")
        : t("reporting.untilFuture", { date: format.date(to), today: format.date(today) })}
    </p>
  )
}

const Figures = ({ report, args }: { report: Report; args: ReportArgs }) => {
  const t = useT()
  const { root } = useReportModules()
  const before = { ...args, from: report.previousFrom, to: report.previousTo }
  return (
    <section className="card stats" aria-label={t("reporting.summary")}>
      {figuresOf(report).map(figure => (
        <FigureView
          key={figure.name}
          figure={figure}
          href={listHref(root, figure.isCurrent ? { ...args, from: "", to: "" } : args, figure.list)}
          previousHref={listHref(root, before, figure.list)}
        />
      ))}
    </section>
  )
}

type CardsProps = { report: Report; args: ReportArgs; sections: readonly Section[]; source: string }

/** The charts of a report, each with its table and files. */
const Cards = ({ report, args, sections, source }: CardsProps) => {
  const context = { t: useT(), format: useFormat() }
  const { t, format } = context
  const { root } = useReportModules()
  const maySave = useScreenContext().may("export")
  const module = t(nameOfModule(report.module))
  const partHref = ({ from, to }: { from: string; to: string }) => listHref(root, { ...args, from, to })
  const save = (title: string, rows: Parameters<typeof downloadRows>[1]) => downloadRows(`${module} ${title}`, rows, context)
  const previous = t("reporting.dashed", { period: format.period(report.previousFrom, report.previousTo) })
  return (
    <>
      <ChartCard
        title={t("reporting.overTime")}
        note={compact([
          previous,
          report.series.length > 1 && sources[report.module].isLasting && t("reporting.overTimeNote"),
        ]).join(" ")}
        table={seriesTable(report, partHref, context)}
        source={joinTexts(source, previous)}
        maySave={maySave}
        onCsv={() => save(t("reporting.overTime"), seriesRows(report, context))}
      >
        <SeriesChart report={report} hrefOf={partHref} />
      </ChartCard>
      <div className="report-cards">
        {sections.map(section => {
          const title = t(section.title)
          const { length } = section.parts
          const notes = compact([...section.notes, length > maxBars && t("reporting.largest", { shown: maxBars, count: length })])
          return (
            <ChartCard
              key={section.name}
              title={title}
              note={notes.length ? notes.join(" ") : undefined}
              table={partsTable(report, section, context)}
              source={source}
              maySave={maySave}
              onCsv={() => save(title, sectionRows(report, section, context))}
            >
              <PartsChart report={report} section={section} />
            </ChartCard>
          )
        })}
      </div>
    </>
  )
}

/** The report of a module. @param source the filters, in words; @param filters renders the filter bar around its tools */
export const ModuleReport = (props: {
  module: ReportModule
  address: ReportAddress
  today: string
  source: string
  onClear: () => void
  filters: (tools: ReactNode) => ReactNode
}) => {
  const context = { t: useT(), format: useFormat() }
  const { t, format } = context
  const { root } = useReportModules()
  const { may } = useScreenContext()
  const { module, address } = props
  const args = argsOf(address, module)
  const entry = useQuery(getReport, args)
  const { data: report, isStale } = usePreviousData(entry)
  const [isPrinting, setPrinting] = useState(false)
  // The links belong to the figures that are shown.
  const shown: ReportArgs = report && isStale ? { ...args, from: report.from, to: report.to } : args
  const sections = report ? sectionsOf(report, shown, root, context) : []
  const source = joinTexts(t(nameOfModule(module)), props.source)
  const isFiltered = address.tenantId !== "" || address.departmentId !== ""

  const saveAll = () => {
    if (!report) return
    const rows = [
      ...summaryRows(report, context),
      ...seriesRows(report, context),
      ...sections.flatMap(section => sectionRows(report, section, context)),
    ]
    downloadRows(t("reporting.title", { module: t(nameOfModule(module)) }), rows, context)
    notifySuccess(t("reporting.saved"))
  }
  const tools = report && may("export") && (
    <Menu
      label={t("reporting.download")}
      icon="download"
      className="btn"
      items={[
        { label: t("ui.chart.csv"), icon: "download", run: saveAll },
        { label: t("reporting.print"), icon: "print", run: () => setPrinting(true) },
      ]}
    />
  )
  return (
    <>
      {props.filters(tools)}
      <SlowCallBanner isPending={entry.loading} onCancel={entry.cancel} />
      {report ? (
        <div className="report stack" data-stale={isStale || undefined} aria-busy={isStale || undefined}>
          <p className="sr-only" role="status">
            {t(totalLabel(module))}, {format.period(shown.from, shown.to)}: {format.number(report.total)}
          </p>
          <Figures report={report} args={shown} />
          <div className="report-notes">
            <p className="subtle small">{t(`reporting.counts.${module}`)}</p>
            <PeriodNote to={address.to} today={props.today} />
          </div>
          {report.total > 0 ? (
            <Cards report={report} args={shown} sections={sections} source={source} />
          ) : (
            <section className="card" aria-label={t("reporting.overTime")}>
              <Empty
                icon="chart"
                title={t(`reporting.empty.${module}`)}
                text={t(isFiltered ? "reporting.emptyFiltered" : "reporting.emptyText")}
                actions={isFiltered ? [{ label: t("ui.clearFilters"), icon: "x", run: props.onClear }] : undefined}
              />
            </section>
          )}
        </div>
      ) : (
        <Placeholder entry={entry} />
      )}
      {entry.error !== undefined && report && <Alert tone="warning" title={t("reporting.failed")} />}
      {isPrinting && report && (
        <ReportPrint report={report} sections={sections} source={source} onDone={() => setPrinting(false)} />
      )}
    </>
  )
}
