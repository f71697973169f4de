import type { ReportQuestion, SurveyReport } from "../../../../contract/surveys/report"
import { downloadValues } from "../../../../ui/lists/csv-file"
import { dateValues, type ExportValue, numberValue, textValue } from "../../../../ui/lists/export-values"
import { figuresOf, type OptionFigure, type ReportContext } from "./question-figures"

/** The report as CSV (docs/console.md#report-of-a-survey). */

type Row = { number: number; question: ReportQuestion; option: OptionFigure | undefined }

const rounded = (value: number | undefined, decimals: number) =>
  value === undefined ? null : Math.round(value * 10 ** decimals) / 10 ** decimals

const answerValues: ExportValue<Row>[] = [
  numberValue("analysis.report.number", row => row.number),
  textValue("analysis.report.question", row => row.question.text),
  textValue("analysis.report.typeLabel", (row, { t }) => t(`survey.questionType.${row.question.type}`)),
  textValue("analysis.report.option", row => row.option?.name ?? ""),
  numberValue("analysis.report.answers", row => row.option?.count ?? null),
  numberValue("analysis.report.percent", row => rounded(row.option && row.option.share * 100, 1)),
  numberValue("analysis.report.answered", row => row.question.answered),
  numberValue("analysis.report.meanLabel", row => rounded(row.question.average, 2)),
]

const dayValues: ExportValue<SurveyReport["series"][number]>[] = [
  ...dateValues<SurveyReport["series"][number]>("analysis.report.day", row => row.date, false),
  numberValue("analysis.report.answers", row => row.count),
]

/** Downloads a row for each option of each question; a question without options has one. */
export const downloadAnswers = (report: SurveyReport, title: string, context: ReportContext) => {
  const rows = report.questions.flatMap((question, at): Row[] => {
    const options = figuresOf(question, context)
    return (options.length ? options : [undefined]).map(option => ({ number: at + 1, question, option }))
  })
  downloadValues(`${title} ${context.t("analysis.report.fileName")}`, answerValues, rows, context)
}

/** Downloads the number of answers of each day, and in a row without a day those that are on none. */
export const downloadDays = ({ series, undated }: SurveyReport, title: string, context: ReportContext) => {
  const rows = undated ? [...series, { date: "", count: undated }] : series
  downloadValues(`${title} ${context.t("analysis.report.daysFileName")}`, dayValues, rows, context)
}
