import { type Figure, type ReportContext, valueText } from "../../contract/report-figures"

/** How the figures of a report changed, in words. */

/** Returns a share of a whole as a percentage without decimals. */
export const shareText = (count: number, total: number, { format }: ReportContext) =>
  format.percent(total ? Math.round((count / total) * 100) : 0)

type Change = { text: string; icon?: "arrow-up" | "arrow-down"; tone?: "success" | "danger" }

/** A growth by so many times is told by the two figures instead of a percentage. */
const maxGrowth = 10

/** Returns the change against the period before, in percent, or in points for percentages. */
export const changeOf = (
  { value, previous, kind, isMoreBetter }: Omit<Figure, "name" | "label" | "list">,
  context: ReportContext,
): Change => {
  const { t, format } = context
  if (value === null || !previous) return { text: t("reporting.noComparison") }
  if (value === previous) return { text: t("reporting.same") }
  const isMore = value > previous
  const size = Math.abs(value - previous)
  const change =
    kind === "percent"
      ? t("reporting.points", { count: format.number(size) })
      : format.percent(Math.round((size / previous) * 1000) / 10)
  return {
    text:
      size / previous < maxGrowth
        ? t(isMore ? "reporting.more" : "reporting.less", { change })
        : `${valueText(previous, kind, context)} → ${valueText(value, kind, context)}`,
    icon: isMore ? "arrow-up" : "arrow-down",
    ...(isMoreBetter !== undefined && { tone: isMore === isMoreBetter ? ("success" as const) : ("danger" as const) }),
  }
}
