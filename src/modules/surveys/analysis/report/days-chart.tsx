import type { SurveyReport } from "../../../../contract/surveys/report"
import { ChartCard } from "../../../../ui/charts/chart-card"
import { periodsOf } from "../../../../ui/charts/scale"
import { TimeChart } from "../../../../ui/charts/time-chart"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"

type Series = { series: SurveyReport["series"] }

/** Answers by the day on which they entered the report. */
export const DaysChart = ({ series }: Series) => {
  const t = useT()
  const format = useFormat()
  const first = series[0]
  const largest = first && series.reduce((best, day) => (day.count > best.count ? day : best), first)
  const nameCount = (name: string, count: number) =>
    t("analysis.report.optionFigure", { option: name, figures: t("analysis.report.answerCount", { count }) })
  const finding = largest ? t("analysis.report.findingDays", { date: format.date(largest.date), count: largest.count }) : ""
  return <TimeChart finding={finding} periods={periodsOf(series)} textOf={(name, { count }) => nameCount(name, count)} />
}

/** The chart of answers over time in a card. @param source what the figures are from */
export const DaysCard = (props: Series & { undated: number | undefined; source: string; maySave: boolean }) => {
  const { series, undated = 0, source, maySave } = props
  const t = useT()
  const format = useFormat()
  return (
    <ChartCard
      title={t("analysis.report.overTime")}
      note={[t("analysis.report.overTimeNote"), ...(undated ? [t("analysis.report.undatedNote", { count: undated })] : [])].join(
        " · ",
      )}
      table={{
        columns: [t("analysis.report.day"), t("analysis.report.answers")],
        rows: series.map(({ date, count }) => ({ key: date, cells: [format.date(date), format.number(count)] })),
      }}
      source={source}
      maySave={maySave}
    >
      <DaysChart series={series} />
    </ChartCard>
  )
}
