import { useSnapshot } from "valtio"
import { newcomerDays, type SurveyReport, smallestNewcomerGroup } from "../../../../contract/surveys/report"
import { theme } from "../../../../state/theme"
import { Facts } from "../../../../ui/display/facts"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { printed } from "../../../../ui/overlays/print-sheet"
import { DaysChart } from "./days-chart"
import { QuestionChart, questionNote } from "./question-chart"

const Content = ({ report, title, source }: { report: SurveyReport; title: string; source: string }) => {
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
          <DaysChart series={report.series} />
        </section>
      )}
    </div>
  )
}

/** Prints a report: what it is from, and a chart for each question. `source`: the filters, in words. */
export const ReportPrint = printed(Content)
