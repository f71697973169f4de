import type { ReportOption, ReportQuestion } from "../../../../contract/surveys/report"
import type { Format } from "../../../../core/text/format"
import type { Translate } from "../../../../core/text/i18n"
import type { Step } from "../../../../ui/charts/distribution-chart"

/** The figures of a question in words and as shares. */

export type ReportContext = { t: Translate; format: Format }

/** `share`: 0 to 1, of those who answered the question. */
export type OptionFigure = ReportOption & { name: string; share: number }

const spelled: Record<string, "ui.yes" | "ui.no"> = { yes: "ui.yes", true: "ui.yes", no: "ui.no", false: "ui.no" }

const nameOf = ({ type }: ReportQuestion, { label, isFormer }: ReportOption, { t }: ReportContext) => {
  const answer = type === "yes_no" ? spelled[label.toLowerCase()] : undefined
  const name = answer ? t(answer) : label
  return isFormer ? t("analysis.report.former", { option: name }) : name
}

/** Returns the options with their shares; former ones last. */
export const figuresOf = (question: ReportQuestion, context: ReportContext): OptionFigure[] => {
  const figures = question.options.map(option => ({
    ...option,
    name: nameOf(question, option, context),
    share: question.answered ? Math.min(1, option.count / question.answered) : 0,
  }))
  return [...figures.filter(({ isFormer }) => !isFormer), ...figures.filter(({ isFormer }) => isFormer)]
}

/** A share as a whole percentage. */
export const percentOf = (share: number, { format }: ReportContext) => format.percent(Math.round(share * 100))

/** A mean with one decimal. */
export const meanOf = (average: number, { format }: ReportContext) => format.number(Math.round(average * 10) / 10)

/** Returns what a question's chart shows, as a sentence. */
export const findingOf = (question: ReportQuestion, context: ReportContext): string => {
  const { t, format } = context
  const { type, average, answered } = question
  const figures = figuresOf(question, context)
  if (type === "rating" && average !== undefined)
    return t("analysis.report.findingRating", { mean: meanOf(average, context), count: answered })
  const inWords = ({ name, count, share }: OptionFigure) =>
    t("analysis.report.optionFigure", { option: name, figures: `${format.number(count)} · ${percentOf(share, context)}` })
  if (type === "yes_no") return figures.map(inWords).join("; ")
  const largest = Math.max(0, ...figures.map(({ count }) => count))
  const first = figures.filter(({ count }) => count === largest)
  return largest
    ? t("analysis.report.findingOptions", { options: first.map(inWords).join("; ") })
    : t("analysis.report.noAnswers")
}

/** Returns the columns of a rating's distribution, and the place of its mean between them; undefined when it is no rating. */
export const distributionOf = (question: ReportQuestion, context: ReportContext) => {
  if (question.type !== "rating" || question.options.length === 0) return undefined
  const steps = figuresOf(question, context).map(
    ({ name, count, share }, at): Step => ({
      key: `${at} ${name}`,
      label: name,
      share,
      values: [context.format.number(count), percentOf(share, context)],
    }),
  )
  const { average } = question
  const lowest = Number(question.options[0]?.label)
  const marker =
    average !== undefined && Number.isFinite(lowest)
      ? { at: average - lowest, label: context.t("analysis.report.mean", { mean: meanOf(average, context) }) }
      : undefined
  return { steps, marker }
}
