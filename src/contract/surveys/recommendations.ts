import * as field from "../../core/fields"
import { arrayOf } from "../../core/http/envelope"
import { isRecord } from "../../core/is-record"
import { knownName, type Named, readName } from "../../core/named"
import { type Message, type Rules, validateEach } from "../../core/rules"
import { entriesOf, textOf, withDefaults } from "../record"

/** Recommendations of a survey (docs/contract.md#recommendations). */

/** Names, not numbers, on the wire. */
export const impacts = ["High", "Medium", "Low"] as const
export type Impact = (typeof impacts)[number]
export const recommendationStatuses = ["pending", "accepted", "refused"] as const
export type RecommendationStatus = (typeof recommendationStatuses)[number]

/** Where the content comes from. */
export const origins = ["ai", "template", "manual"] as const
type Origin = (typeof origins)[number]

/** A figure that a recommendation rests on; `questionId` leads to its answers in the report. */
export type KeyStat = { label: string; value: string; questionId?: string | null }

/** How the confidence was found: by chance for templates, from the number of answers, or by the AI. */
export const confidenceSources = ["template", "sampleSize", "ai"] as const
type ConfidenceSource = (typeof confidenceSources)[number]

/** A recommendation as the API returns it, and as it is written. Null: the server left it out. */
export type Recommendation = {
  id: string
  category: string
  title: string
  description: string
  impact: Named<Impact>
  status: Named<RecommendationStatus>
  /** Percent, 0 to 100. */
  confidence: number | null
  /** *ext.* */
  confidenceFrom: ConfidenceSource | null
  keyStats: KeyStat[]
  actionItems: string[]
  /** *ext.* */
  origin: Origin | null
  /** *ext.* Number of answers at the time of the analysis. */
  basedOn: number | null
  /** An instant; null for one that is not stored yet. */
  createdDate: string | null
}

/** Below this number of answers, a share of them is uncertain by more than ±18 points: the page warns that there are few. */
export const fewAnswers = 30

/**
 * Returns how far shares of `answers` answers can be trusted, in percent: 100 less the half width of the 95 % confidence
 * interval of a share of one half, which is 1.96 √(¼ ⁄ answers) = 0.98 ⁄ √answers. It lies between 0, also without answers, and 99.
 */
export const sampleConfidence = (answers: number): number =>
  answers > 0 ? Math.min(99, Math.max(0, Math.round(100 * (1 - 0.98 / Math.sqrt(answers))))) : 0

/**
 * Returns the confidence of a recommendation from the sample size of the questions that its key statistics rest on, of several
 * the smallest; undefined when it rests on no answered question, so that nothing can be computed
 * (docs/contract.md#recommendations).
 */
export const computedConfidence = (
  { keyStats }: Pick<Recommendation, "keyStats">,
  questions: readonly { id: string; answered: number }[],
): Pick<Recommendation, "confidence" | "confidenceFrom" | "basedOn"> | undefined => {
  const samples = keyStats.flatMap(({ questionId }) => {
    const answered = questions.find(({ id }) => id === questionId)?.answered ?? 0
    return answered > 0 ? [answered] : []
  })
  if (!samples.length) return undefined
  const basedOn = Math.min(...samples)
  return { confidence: sampleConfidence(basedOn), confidenceFrom: "sampleSize", basedOn }
}

/** Recommendations of one analysis, and the least number of steps of each. */
export const recommendationsPerAnalysis = 3
export const leastActionItems = 4
/** Limits of what is kept for one survey (docs/contract.md#recommendations). */
export const maxRecommendations = 30
export const maxActionItems = 20
export const maxKeyStats = 20

/** A recommendation of a person's own, to be filled in. */
export const blankRecommendation: Recommendation = {
  id: "",
  category: "",
  title: "",
  description: "",
  impact: "Medium",
  status: "pending",
  confidence: null,
  confidenceFrom: null,
  keyStats: [],
  actionItems: [],
  origin: "manual",
  basedOn: null,
  createdDate: null,
}

/** The members that a person writes. */
export type RecommendationDraft = Pick<
  Recommendation,
  "title" | "category" | "description" | "impact" | "actionItems" | "keyStats"
>

const isTooLong = (limit: number) => (text: string) => text.trim().length > limit
const tooLong = (limit: number) => ({ key: "rule.maxLength", params: { limit } }) as const
const tooMany = (limit: number) => ({ key: "rule.tooMany", params: { limit } }) as const

export const recommendationFields = {
  title: field.text(200, "recommendation.titleRequired"),
  category: field.text(100),
  description: field.text(2000),
  impact: field.special<Named<Impact>>("Medium"),
  actionItems: field.special<string[]>([]),
  keyStats: field.special<KeyStat[]>([]),
}

export const recommendationRules: Rules<RecommendationDraft> = field.rulesOf(recommendationFields, {
  actionItems: ({ actionItems }) => {
    if (actionItems.filter(item => item.trim()).length < leastActionItems) return "recommendation.itemsRequired"
    if (actionItems.length > maxActionItems) return tooMany(maxActionItems)
    return actionItems.some(isTooLong(500)) ? tooLong(500) : undefined
  },
  keyStats: ({ keyStats }) => {
    if (keyStats.length > maxKeyStats) return tooMany(maxKeyStats)
    return keyStats.flatMap(({ label, value }) => [label, value]).some(isTooLong(200)) ? tooLong(200) : undefined
  },
})

/** Returns the errors of a list by path, such as `recommendations.0.title`. @param stored the stored recommendations */
export const recommendationErrors = (
  recommendations: readonly RecommendationDraft[],
  stored?: readonly RecommendationDraft[],
): Record<string, Message> => ({
  ...(recommendations.length > maxRecommendations && { recommendations: tooMany(maxRecommendations) }),
  ...validateEach("recommendations", recommendationRules, recommendations, stored),
})

const keyStatOf = (raw: Record<string, unknown>): KeyStat => ({
  ...raw,
  label: textOf(raw.label),
  value: textOf(raw.value),
  questionId: textOf(raw.questionId) || null,
})

const withRecommendationDefaults = withDefaults<Recommendation>({ ...blankRecommendation, origin: null }, {})

const recommendationOf = (raw: Record<string, unknown>, position: number): Recommendation => {
  const record = withRecommendationDefaults(raw)
  const { confidence } = record
  return {
    ...record,
    id: textOf(raw.id) || String(position + 1),
    category: textOf(raw.category),
    title: textOf(raw.title),
    description: textOf(raw.description),
    impact: readName(impacts, record.impact, "Medium"),
    status: readName(recommendationStatuses, record.status, "pending"),
    confidence: Number.isFinite(confidence) ? confidence : null,
    confidenceFrom: knownName(confidenceSources, record.confidenceFrom) ?? null,
    keyStats: entriesOf(record.keyStats, keyStatOf),
    actionItems: arrayOf(record.actionItems).map(textOf).filter(Boolean),
    origin: knownName(origins, record.origin) ?? null,
    basedOn: typeof record.basedOn === "number" ? record.basedOn : null,
  }
}

/**
 * Reads the recommendations of a survey from the wire: the answer's value, or its list. An entry that is no object is left
 * out; one without an id has its position as id. Unknown members, impacts and statuses stay as they came.
 */
export const recommendationsOf = (value: unknown): Recommendation[] =>
  entriesOf(isRecord(value) ? value.recommendations : value, recommendationOf)
