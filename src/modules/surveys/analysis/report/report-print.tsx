import { useSnapshot } from "valtio"
import { newcomerDays, type SurveyReport, smallestNewcomerGroup } from "../../../../contract/surveys/report"
import type { Day } from "../../../../core/dates/dates"
import { theme } from "../../../../state/theme"
import { Facts } from "../../../../ui/display/facts"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { printed } from "../../../../ui/overlays/print-sheet"
import { DaysChart } from "./days-chart"
import { QuestionChart, questionNote } from "./question-chart"

type Props = { report: SurveyReport; reminders: readonly Day[]; title: string; source: string }

const Content = ({ report, reminders, title, source }: Props) => {
  const t = useT()
  const format = useFormat()
  const { name } = useSnapshot(theme)
  return (
    <div className="report__print">
      <p>{name}</p>
      <h1>{title}</h1>
      <Facts
        items={[
          [t("analysis.report.answers"), format.number(report.responseCount)],
          report.undated && [
            t("analysis.report.undatedTitle", { count: report.undated }),
            t("analysis.report.undatedText", { days: newcomerDays, group: smallestNewcomerGroup }),
          ],
          reminders.length > 0 && [t("analysis.report.reminderDays"), reminders.map(day => format.date(day)).join(", ")],
          [t("analysis.report.source"), source],
          [t("analysis.report.printed"), format.dateTime(new Date().toISOString())],
        ]}
      />
      {report.questions.map((question, at) => (
        <section key={question.id}>
          <h2>{`${at + 1}. ${question.text}`}</h2>
          <p>{questionNote(question, { t, format })}</p>
          {question.answered > 0 && question.options.length > 0 && <QuestionChart question={question} />}
        </section>
      ))}
      {report.series.length > 0 && (
        <section>
          <h2>{t("analysis.report.overTime")}</h2>
          <DaysChart series={report.series} reminders={reminders} />
        </section>
      )}
    </div>
  )
}

/** Prints a report: what it is from, and a chart for each question. `source`: the filters, in words. */
export const ReportPrint = printed(Content)
