import { useState } from "react"
import { newcomerDays, type SurveyReport, smallestGroup, smallestNewcomerGroup } from "../../../../contract/surveys/report"
import { type Named, type Survey, statuses } from "../../../../contract/surveys/surveys"
import { compact } from "../../../../core/compact"
import { fromInstant } from "../../../../core/dates/dates"
import { HttpError } from "../../../../core/http/http"
import { joinTexts } from "../../../../core/text/join-texts"
import { config } from "../../../../state/config"
import { i18n } from "../../../../state/instances"
import { notifySuccess } from "../../../../state/notifications"
import { Alert } from "../../../../ui/display/alert"
import { rangeText } from "../../../../ui/display/range-text"
import { Stats } from "../../../../ui/display/stats"
import { useScreenContext } from "../../../../ui/hooks/screen-context"
import { useCan } from "../../../../ui/hooks/use-can"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useQuery } from "../../../../ui/hooks/use-query"
import { useT } from "../../../../ui/hooks/use-t"
import { useTexts } from "../../../../ui/hooks/use-texts"
import { usePreviousData } from "../../../../ui/lists/use-previous-data"
import { Menu } from "../../../../ui/overlays/menu"
import { QueryPlaceholder, type QueryState } from "../../../../ui/pages/loading/query-placeholder"
import { Empty } from "../../../../ui/placeholders/empty"
import { getInvitations, getReport } from "../../api"
import { useHashTarget } from "../use-hash-target"
import { Comparison } from "./comparison"
import { DaysCard } from "./days-chart"
import { QuestionCard } from "./question-chart"
import { percentOf } from "./question-figures"
import { downloadAnswers, downloadDays } from "./report-file"
import { ReportFilterBar } from "./report-filters"
import { ReportPrint } from "./report-print"
import { TextsCard } from "./texts-card"
import { queryOf, useReportFilters } from "./use-report-filters"

const Summary = ({ survey, report, isFiltered }: { survey: Survey; report: SurveyReport; isFiltered: boolean }) => {
  const t = useT()
  const format = useFormat()
  const { data: counts } = useQuery(getInvitations, survey.id, useCan("surveys.invitations"))
  const first = report.series[0]
  const last = report.series.at(-1)
  return (
    <Stats
      label={t("analysis.report.summary")}
      items={compact([
        {
          label: t("analysis.report.answers"),
          value: format.number(report.responseCount),
          ...(isFiltered &&
            survey.responseCount !== null && { note: t("analysis.report.ofAll", { count: survey.responseCount }) }),
          ...(report.newcomers && { note: t("analysis.report.newcomers", { count: report.newcomers }) }),
        },
        counts &&
          counts.invited > 0 && {
            label: t("analysis.report.rate"),
            value: percentOf(Math.min(1, counts.answered / counts.invited), { t, format }),
            note: t("analysis.report.rateNote", { answered: counts.answered, count: counts.invited }),
          },
        report.waiting && {
          label: t("analysis.report.waiting"),
          value: format.number(report.waiting),
          note: t("analysis.report.waitingNote"),
        },
        { label: t("analysis.report.questions"), value: format.number(report.questions.length) },
        first && last && { label: t("analysis.report.answerDays"), value: format.period(first.date, last.date) },
      ])}
    />
  )
}

const groups = { days: newcomerDays, group: smallestNewcomerGroup, others: smallestGroup }

/** Why some answers are not in the report, in words. */
const Waiting = ({ survey, count, newcomers = 0 }: { survey: Survey; count: number; newcomers: number | undefined }) => {
  const t = useT()
  const isClosed = statuses.name(survey.status) === "closed"
  return (
    <Alert
      tone="info"
      title={t(isClosed ? "analysis.report.hiddenTitle" : "analysis.report.waitingTitle", { count })}
      text={
        // What departments wait for is not said where all of them are newcomers.
        count > newcomers
          ? t(isClosed ? "analysis.report.waitingClosed" : "analysis.report.waitingOpen", { smallest: smallestGroup })
          : undefined
      }
    >
      {newcomers > 0 && <p>{t("analysis.report.waitingNewcomers", { count: newcomers, ...groups })}</p>}
    </Alert>
  )
}

/** That some answers are in no department and on no day, in words. */
const Undated = ({ count }: { count: number }) => {
  const t = useT()
  return (
    <Alert tone="info" title={t("analysis.report.undatedTitle", { count })} text={t("analysis.report.undatedText", groups)} />
  )
}

const Downloads = (props: { report: SurveyReport; title: string; onPrint: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { report, title } = props
  const save = (download: typeof downloadAnswers) => {
    download(report, title, { t, format })
    notifySuccess(t("analysis.report.saved"))
  }
  return (
    <Menu
      label={t("analysis.report.download")}
      icon="download"
      className="btn"
      items={[
        { label: t("analysis.report.csv"), icon: "download", run: () => save(downloadAnswers) },
        report.series.length && { label: t("analysis.report.daysCsv"), icon: "download", run: () => save(downloadDays) },
        { separator: true },
        { label: t("analysis.report.print"), icon: "print", run: props.onPrint },
      ]}
    />
  )
}

type NoAnswersProps = { isFiltered: boolean; waiting: number; newcomers: number; onClear: () => void }

const NoAnswers = ({ isFiltered, waiting, newcomers, onClear }: NoAnswersProps) => {
  const t = useT()
  if (isFiltered)
    return (
      <Empty
        icon="search"
        title={t("analysis.report.noMatch")}
        text={t("analysis.report.noMatchText", { count: smallestGroup })}
        actions={[{ label: t("ui.clearFilters"), icon: "x", run: onClear }]}
      />
    )
  const areNewcomers = waiting > 0 && waiting === newcomers
  return (
    <Empty
      icon="chart"
      title={t(waiting ? "analysis.report.onlyWaiting" : "analysis.report.empty")}
      text={
        areNewcomers
          ? t("analysis.report.onlyNewcomersText", { count: smallestNewcomerGroup })
          : t(waiting ? "analysis.report.onlyWaitingText" : "analysis.report.emptyText", { count: smallestGroup })
      }
    />
  )
}

/** Shown in place of a report that is loading, or that could not be loaded. */
const Placeholder = ({ entry }: { entry: QueryState }) => {
  const t = useT()
  const status = entry.error instanceof HttpError ? entry.error.status : 0
  const reason = status === 403 ? "forbidden" : status === 404 || status === 405 ? "missing" : undefined
  if (!reason) return <QueryPlaceholder entry={entry} failed={t("analysis.report.failed")} />
  return (
    <Empty
      icon={reason === "forbidden" ? "lock" : "chart"}
      title={t(`analysis.report.${reason}`)}
      text={t(`analysis.report.${reason}Text`)}
    />
  )
}

/** The filters of the address, and their report. */
const useReport = (survey: Survey) => {
  const filter = useReportFilters()
  const entry = useQuery(getReport, { id: survey.id, language: i18n.language(), ...queryOf(filter.filters) })
  return { filter, entry }
}

const Content = ({ survey, filter, entry }: { survey: Named<Survey> } & ReturnType<typeof useReport>) => {
  const t = useT()
  const { may } = useScreenContext()
  const format = useFormat()
  const fullFormat = useFormat(true)
  const { filters, isFiltered, change } = filter
  const { data: report, isStale } = usePreviousData(entry)
  const [isPrinting, setPrinting] = useState(false)
  const { data: counts } = useQuery(getInvitations, survey.id, useCan("surveys.invitations"))
  const reminders = (counts?.reminders?.sentAt ?? [])
    .flatMap(at => fromInstant(at, config.timeZone)?.date ?? [])
    .filter(day => day >= filters.from && (!filters.to || day <= filters.to))
  useHashTarget("question-", report !== undefined)

  if (!report && !isFiltered) return <Placeholder entry={entry} />
  const department = report?.departments?.find(({ id }) => id === filters.department)?.name
  const source = joinTexts(survey.title, department, rangeText(filters.from, filters.to, { t, format: fullFormat }))
  const hasAnswers = (report?.responseCount ?? 0) > 0
  const mayExport = may("export")
  return (
    <div className="stack" aria-busy={isStale || undefined}>
      <ReportFilterBar
        {...filter}
        report={report}
        tools={
          report &&
          hasAnswers &&
          mayExport && <Downloads report={report} title={survey.title} onPrint={() => setPrinting(true)} />
        }
      />
      {report ? (
        <div className="report stack" data-stale={isStale || undefined}>
          <p className="sr-only" role="status">
            {t("analysis.report.answers")}: {report.responseCount}
          </p>
          <Summary survey={survey} report={report} isFiltered={isFiltered} />
          {reminders.length > 0 && (
            <p className="subtle small">{`${t("analysis.report.reminderDays")}: ${reminders.map(day => format.date(day)).join(", ")}`}</p>
          )}
          {report.undated && <Undated count={report.undated} />}
          {report.waiting && !isFiltered && (
            <Waiting survey={survey} count={report.waiting} newcomers={report.waitingNewcomers} />
          )}
          {hasAnswers ? (
            <>
              {report.questions.map((question, at) =>
                question.type === "text" ? (
                  <TextsCard
                    key={question.id}
                    surveyId={survey.id}
                    question={question}
                    number={at + 1}
                    query={queryOf(filters)}
                  />
                ) : (
                  <QuestionCard key={question.id} question={question} number={at + 1} source={source} maySave={mayExport} />
                ),
              )}
              {report.series.length > 0 && (
                <DaysCard
                  series={report.series}
                  reminders={reminders}
                  undated={report.undated}
                  source={source}
                  maySave={mayExport}
                />
              )}
            </>
          ) : (
            <div className="card">
              <NoAnswers
                isFiltered={isFiltered}
                waiting={report.waiting ?? 0}
                newcomers={report.waitingNewcomers ?? 0}
                onClear={() => change({ department: "", from: "", to: "" })}
              />
            </div>
          )}
        </div>
      ) : (
        <Placeholder entry={entry} />
      )}
      {hasAnswers && <Comparison survey={survey} />}
      {isPrinting && report && (
        <ReportPrint
          report={report}
          reminders={reminders}
          title={survey.title}
          source={source}
          onDone={() => setPrinting(false)}
        />
      )}
    </div>
  )
}

/** The report of a survey, with its filters in the address (docs/console.md#report-of-a-survey). */
export const Report = ({ survey }: { survey: Named<Survey> }) => {
  const t = useT()
  const texts = useTexts("analysis")
  // Loads beside the texts.
  const report = useReport(survey)
  if (texts.isLoaded) return <Content key={survey.id} survey={survey} {...report} />
  return <QueryPlaceholder entry={{ ...texts, cancel: () => undefined }} failed={t("auth.textFailed")} />
}
