import type { ReportQuestion } from "../../../../contract/surveys/report"
import { compact } from "../../../../core/compact"
import { joinTexts } from "../../../../core/text/join-texts"
import { BarChart } from "../../../../ui/charts/bar-chart"
import type { ChartTable } from "../../../../ui/charts/chart-card"
import { ChartCard } from "../../../../ui/charts/chart-card"
import { DistributionChart } from "../../../../ui/charts/distribution-chart"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { distributionOf, figuresOf, findingOf, meanOf, percentOf, type ReportContext } from "./question-figures"

/** The chart of a question: bars of its options, or the distribution of its marks. */
export const QuestionChart = ({ question }: { question: ReportQuestion }) => {
  const context = { t: useT(), format: useFormat() }
  const finding = findingOf(question, context)
  const distribution = distributionOf(question, context)
  if (distribution) return <DistributionChart finding={finding} {...distribution} />
  const bars = figuresOf(question, context).map(({ name, count, share, isFormer }, at) => ({
    key: `${at} ${name}`,
    label: name,
    share,
    value: `${context.format.number(count)} · ${percentOf(share, context)}`,
    isMuted: isFormer === true,
  }))
  return <BarChart finding={finding} bars={bars} />
}

/** Type, number of answers, and mean of a question, in words. */
export const questionNote = ({ type, answered, average }: ReportQuestion, context: ReportContext) =>
  joinTexts(
    context.t(`survey.questionType.${type}`),
    context.t("analysis.report.answerCount", { count: answered }),
    average !== undefined && context.t("analysis.report.mean", { mean: meanOf(average, context) }),
  )

const tableOf = (question: ReportQuestion, context: ReportContext): ChartTable => ({
  columns: [context.t("analysis.report.option"), context.t("analysis.report.answers"), context.t("analysis.report.share")],
  rows: figuresOf(question, context).map(({ name, count, share }, at) => ({
    key: `${at} ${name}`,
    cells: [name, context.format.number(count), percentOf(share, context)],
  })),
})

/** A question's answers. Its id in the page is `question-<id>`. @param source what the figures are from */
export const QuestionCard = (props: { question: ReportQuestion; number: number; source: string; maySave: boolean }) => {
  const t = useT()
  const context = { t, format: useFormat() }
  const { question, number, source, maySave } = props
  const notes = compact([
    question.type === "multiple_choice" && t("analysis.report.several"),
    question.options.some(({ isFormer }) => isFormer) && t("analysis.report.formerNote"),
  ]).join(" ")
  const isEmpty = question.options.length === 0 || question.answered === 0
  return (
    <ChartCard
      id={`question-${question.id}`}
      title={`${number}. ${question.text || t("analysis.report.untitled")}`}
      note={questionNote(question, context)}
      table={tableOf(question, context)}
      source={joinTexts(source, questionNote(question, context))}
      maySave={maySave}
      hasChart={!isEmpty}
    >
      {isEmpty ? (
        <p className="subtle">{t(question.answered ? "analysis.report.noOptions" : "analysis.report.noAnswers")}</p>
      ) : (
        <>
          <QuestionChart question={question} />
          {notes && <p className="subtle small">{notes}</p>}
        </>
      )}
    </ChartCard>
  )
}
