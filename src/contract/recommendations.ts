import type { Rules } from "../core/rules"
import { maxLength, required } from "../core/rules"

/** Recommendations of a survey (docs/contract.md#recommendations). */

/** Names, not numbers, on the wire. */
export const impacts = ["High", "Medium", "Low"] as const
export type Impact = (typeof impacts)[number]
export const recommendationStatuses = ["pending", "accepted", "refused"] as const
export type RecommendationStatus = (typeof recommendationStatuses)[number]

/** Where the content comes from. */
export const origins = ["ai", "template", "manual"] as const
export type Origin = (typeof origins)[number]

/** A figure that a recommendation rests on; `questionId` leads to its answers in the report. */
export type KeyStat = { label: string; value: string; questionId?: string | null }

export type Recommendation = {
  id: string
  category: string
  title: string
  description: string
  impact: Impact
  status: RecommendationStatus
  /** Percent, 0 to 100. */
  confidence: number
  /** *ext.* How the confidence was found: by chance for templates, from the number of answers, or by the AI. */
  confidenceFrom: "template" | "sampleSize" | "ai"
  keyStats: KeyStat[]
  actionItems: string[]
  /** *ext.* */
  origin: Origin
  /** *ext.* Number of answers at the time of the analysis. */
  basedOn: number
  createdDate: string | null
}

/** Recommendations of one analysis, and the least number of steps of each. */
export const recommendationsPerAnalysis = 3
export const leastActionItems = 4
/** Limits of what is kept for one survey. */
export const maxRecommendations = 30
export const maxActionItems = 20

export const recommendationRules: Rules<Recommendation> = {
  title: [required("recommendation.titleRequired"), maxLength(200)],
  category: maxLength(100),
  description: maxLength(2000),
  actionItems: ({ actionItems }) =>
    actionItems.filter(item => item.trim()).length < leastActionItems ? "recommendation.itemsRequired" : undefined,
}
