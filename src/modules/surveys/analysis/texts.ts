import { type PlanStatus, planSources, planStatuses } from "../../../contract/surveys/action-plans"
import {
  confidenceSources,
  type Impact,
  impacts,
  type Recommendation,
  type RecommendationStatus,
  recommendationStatuses,
} from "../../../contract/surveys/recommendations"
import { knownName } from "../../../core/named"
import type { Format } from "../../../core/text/format"
import type { Key, Translate } from "../../../core/text/i18n"
import type { BadgeTone } from "../../../ui/display/badge"

/** Words and colours of the names that recommendations and plans have on the wire; unknown names share one text. */

const textOf =
  ({ names, texts }: { names: readonly string[]; texts: string }) =>
  (value: unknown, t: Translate) => {
    const name = knownName(names, value)
    return t(name ? (`${texts}.${name}` as Key) : "ui.unknown")
  }

export const impactText = textOf({ names: impacts, texts: "analysis.impact" })
export const decisionText = textOf({ names: recommendationStatuses, texts: "analysis.decision" })
export const planStatusText = textOf({ names: planStatuses, texts: "analysis.planStatus" })
export const sourceText = textOf({ names: planSources, texts: "analysis.source" })

const impactTones: Record<Impact, BadgeTone> = { High: "danger", Medium: "warning", Low: "info" }
const decisionTones: Record<RecommendationStatus, BadgeTone> = { pending: "warning", accepted: "success", refused: "neutral" }

export const impactTone = (value: unknown): BadgeTone => impactTones[knownName(impacts, value) ?? "Low"]

export const decisionTone = (value: unknown): BadgeTone => decisionTones[knownName(recommendationStatuses, value) ?? "refused"]

export const planTones: Record<PlanStatus, BadgeTone> = {
  planned: "info",
  inProgress: "warning",
  overdue: "danger",
  done: "success",
}

/** Returns the confidence in words, with how it was found; of a template that alone; "" without one. */
export const confidenceText = ({ confidence, confidenceFrom, basedOn }: Recommendation, t: Translate, format: Format): string => {
  const source = knownName(confidenceSources, confidenceFrom)
  // A template's figure is a random number (docs/contract.md#recommendations).
  if (source === "template") return t("analysis.fromTemplate")
  if (confidence === null) return ""
  const percent = t("analysis.confidence", { percent: format.percent(confidence) })
  if (source === "sampleSize") return `${percent} · ${t("analysis.fromAnswers", { count: basedOn ?? 0 })}`
  return source ? `${percent} · ${t("analysis.fromAi")}` : percent
}
