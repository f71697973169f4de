import type { KeyStat } from "../../../contract/surveys/recommendations"
import type { ReportQuestion, SurveyReport } from "../../../contract/surveys/report"
import { type Survey, topRating } from "../../../contract/surveys/surveys"
import type { Language } from "../../../core/text/i18n"
import { cutAtWord } from "../../../core/text/plain-text"
import type { Texts } from "./texts"

/** Figures of a report on which recommendations rest. */

export type AnalysedSurvey = Pick<Survey, "title" | "description">

/** What recommendations rest on, and the language in which they are written. */
export type Analysis = { report: SurveyReport; survey: AnalysedSurvey; language: Language; texts: Texts }

const yesWords = ["evet", "yes", "true"]

/** Returns the share of the answers that a `yes_no` question has for yes, 0 to 1. */
const yesShare = ({ options, answered }: ReportQuestion) => {
  const yes = options.find(({ label }) => yesWords.includes(label.toLocaleLowerCase("tr"))) ?? options[0]
  return answered ? (yes?.count ?? 0) / answered : 0
}

const strongest = ({ options }: ReportQuestion) => [...options].sort((a, b) => b.count - a.count)[0]

/**
 * Returns how favourable the answers to a question are, 0 to 1. Choices have no better and worse: they follow the ratings
 * and the yes/no questions that need attention.
 */
const favourOf = (question: ReportQuestion): number => {
  if (question.type === "rating") return ((question.average ?? topRating) - 1) / (topRating - 1)
  if (question.type === "yes_no") return yesShare(question)
  return 0.75
}

/** Returns the answered questions of a report that have figures, those that need most attention first. */
export const weakestFirst = (report: SurveyReport): ReportQuestion[] =>
  report.questions.filter(({ type, answered }) => answered > 0 && type !== "text").sort((a, b) => favourOf(a) - favourOf(b))

/** Returns the figure of a question in words: the mean, the share of yes, or the option chosen most. */
export const figureOf = (question: ReportQuestion, language: Language, texts: Texts): string => {
  const percent = (share: number) => new Intl.NumberFormat(language, { style: "percent" }).format(share)
  if (question.type === "rating") {
    const average = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(question.average ?? 0)
    return texts("templates.figureAverage", { average, top: String(topRating) }) ?? average
  }
  if (question.type === "yes_no") return texts("templates.figureYes", { share: percent(yesShare(question)) }) ?? ""
  const option = strongest(question)
  return `${percent((option?.count ?? 0) / question.answered)} ${cutAtWord(option?.label ?? "", 80)}`
}

/** Returns the key statistic of a question, which leads to its answers. */
export const keyStatOf = (question: ReportQuestion, language: Language, texts: Texts): KeyStat => ({
  label: cutAtWord(question.text, 100),
  value: figureOf(question, language, texts),
  questionId: question.id,
})
