import { z } from "zod"
import {
  confidenceSources,
  impacts,
  origins,
  type Recommendation,
  recommendationErrors,
  recommendationStatuses,
} from "../../../../src/contract/surveys/recommendations"
import { listOf, numberOrNull, trimmed } from "../../http/body"
import { instant, named } from "../../kinds/answer-shape"
import { text } from "../../routes/schemas"
import { documentRoutes } from "./documents"

/** Recommendations of a survey: the body of a list, and its calls (docs/contract.md#recommendations). */

const nameOr = <const N extends readonly [string, ...string[]], F>(names: N, fallback: F) =>
  z
    .enum(names)
    .nullish()
    .transform(given => given ?? fallback)

const recommendation = z.object({
  id: z.string().max(100).optional(),
  category: trimmed(100),
  title: trimmed(200),
  description: trimmed(2000),
  impact: nameOr(impacts, "Medium" as const),
  status: nameOr(recommendationStatuses, "pending" as const),
  confidence: numberOrNull(100, 0),
  confidenceFrom: nameOr(confidenceSources, null),
  keyStats: listOf(z.object({ label: trimmed(200), value: trimmed(200), questionId: z.string().max(100).nullish() }), 100),
  actionItems: listOf(trimmed(500), 100).transform(items => items.filter(Boolean)),
  origin: nameOr(origins, null),
  basedOn: numberOrNull(1_000_000_000, 0),
})

const recommendationValue = named("Recommendation", {
  id: text,
  category: text,
  title: text,
  description: text,
  impact: z.enum(impacts),
  status: z.enum(recommendationStatuses),
  confidence: z.number().min(0).max(100).nullable(),
  confidenceFrom: z.enum(confidenceSources).nullable(),
  keyStats: z.array(z.object({ label: text, value: text, questionId: text.nullable() })),
  actionItems: z.array(text),
  origin: z.enum(origins).nullable(),
  basedOn: z.number().nullable(),
  createdDate: instant.nullable(),
}) satisfies z.ZodType<Recommendation>

type Given = z.infer<typeof recommendation>

const storedOf = ({ keyStats, ...given }: Given, id: string, createdDate: string | null): Recommendation => ({
  ...given,
  id,
  keyStats: keyStats.map(({ questionId, ...stat }) => ({ ...stat, questionId: questionId ?? null })),
  createdDate,
})

export const recommendations = documentRoutes({
  kind: "recommendations",
  path: "recommendations",
  reads: "Recommendations of one survey, for who may change it",
  replaces: "Replace the recommendations of one survey",
  body: z.object({ recommendations: z.array(recommendation).max(200) }),
  example: {
    recommendations: [
      {
        title: "Kuyruğu kısaltın",
        category: "Yemekhane",
        impact: "High",
        actionItems: ["İkinci kasayı açın", "Saatleri dağıtın", "Menüyü önceden duyurun", "Süreyi ölçün"],
      },
    ],
  },
  entry: recommendationValue,
  errors: (entries, stored: Recommendation[]) =>
    recommendationErrors(
      entries.map(entry => storedOf(entry, entry.id ?? "", null)),
      stored,
    ),
  toStored: (given, { id, before, now }): Recommendation => storedOf(given, id, before?.createdDate ?? now.toISOString()),
  present: stored => stored,
})
