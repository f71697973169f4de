import type { SurveyReport } from "../../../../contract/surveys/report"
import type { Day } from "../../../../core/dates/dates"
import { joinTexts } from "../../../../core/text/join-texts"
import { ChartCard } from "../../../../ui/charts/chart-card"
import { type Period, periodsOf } from "../../../../ui/charts/scale"
import { TimeChart } from "../../../../ui/charts/time-chart"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"

/** `reminders`: the days on which people were reminded. */
type Series = { series: SurveyReport["series"]; reminders: readonly Day[] }

/** Answers by the day on which they entered the report, with marks on the days of reminders. */
export const DaysChart = ({ series, reminders }: Series) => {
  const t = useT()
  const format = useFormat()
  const first = series[0]
  const largest = first && series.reduce((best, day) => (day.count > best.count ? day : best), first)
  const nameCount = (name: string, count: number) =>
    t("analysis.report.optionFigure", { option: name, figures: t("analysis.report.answerCount", { count }) })
  const finding = largest ? t("analysis.report.findingDays", { date: format.date(largest.date), count: largest.count }) : ""
  // Reminders may be before the first, or after the last day with answers.
  const days = [...series, ...reminders.map(date => ({ date, count: 0 }))].sort((a, b) => (a.date < b.date ? -1 : 1))
  const periods = periodsOf(days).map(period => ({
    ...period,
    isMarked: reminders.some(day => day >= period.from && day <= period.to),
  }))
  const textOf = (name: string, { count, isMarked }: Period) =>
    joinTexts(nameCount(name, count), isMarked && t("analysis.report.reminderDay"))
  return <TimeChart finding={finding} periods={periods} textOf={textOf} />
}

/** The chart of answers over time in a card. @param source what the figures are from */
export const DaysCard = (props: Series & { undated: number | undefined; source: string; maySave: boolean }) => {
  const { series, reminders, undated = 0, source, maySave } = props
  const t = useT()
  const format = useFormat()
  return (
    <ChartCard
      title={t("analysis.report.overTime")}
      note={joinTexts(
        t("analysis.report.overTimeNote"),
        undated > 0 && t("analysis.report.undatedNote", { count: undated }),
        reminders.length > 0 && t("analysis.report.remindersNote"),
      )}
      table={{
        columns: [t("analysis.report.day"), t("analysis.report.answers")],
        rows: series.map(({ date, count }) => ({ key: date, cells: [format.date(date), format.number(count)] })),
      }}
      source={source}
      maySave={maySave}
    >
      <DaysChart series={series} reminders={reminders} />
    </ChartCard>
  )
}
