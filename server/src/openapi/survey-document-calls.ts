import { z } from "zod"
import * as plan from "../../../src/contract/surveys/action-plans"
import * as recommendation from "../../../src/contract/surveys/recommendations"
import { tagged, text, total } from "../records/call"
import { plansBody } from "../resources/surveys/plans"
import { recommendationsBody } from "../resources/surveys/recommendations"
import { instant, named } from "./values"

const recommendationValue = named("Recommendation", {
  id: text,
  category: text,
  title: text,
  description: text,
  impact: z.enum(recommendation.impacts),
  status: z.enum(recommendation.recommendationStatuses),
  confidence: z.number().min(0).max(100).nullable(),
  confidenceFrom: z.enum(recommendation.confidenceSources).nullable(),
  keyStats: z.array(z.object({ label: text, value: text, questionId: text.nullable() })),
  actionItems: z.array(text),
  origin: z.enum(recommendation.origins).nullable(),
  basedOn: z.number().nullable(),
  createdDate: instant.nullable(),
}) satisfies z.ZodType<recommendation.Recommendation>

const planValue = named("ActionPlan", {
  id: text,
  title: text,
  source: z.enum(plan.planSources),
  recommendationId: text.nullable(),
  status: z.enum(plan.planStatuses),
  dueDate: z.iso.date(),
  owner: text,
  progress: total,
  tasks: z.array(z.object({ id: text, name: text, completed: z.boolean() })),
  fromAi: z.boolean(),
  createdDate: instant.nullable(),
}) satisfies z.ZodType<plan.ActionPlan>

const recommendations = z.object({ recommendations: z.array(recommendationValue) })
const plans = z.object({ plans: z.array(planValue) })

export const surveyDocumentCalls = tagged("Surveys", {
  "GET /survey/:id/recommendations": { summary: "Recommendations of one survey, for who may change it", value: recommendations },
  "PUT /survey/:id/recommendations": {
    summary: "Replace the recommendations of one survey",
    body: recommendationsBody,
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
    value: recommendations,
  },
  "GET /survey/:id/action-plans": {
    summary: "Action plans of one survey, for who may change it; progress and status are computed",
    value: plans,
  },
  "PUT /survey/:id/action-plans": {
    summary: "Replace the action plans of one survey",
    body: plansBody,
    example: {
      plans: [{ title: "İkinci kasa", dueDate: "2026-04-01", owner: "İnsan Kaynakları", tasks: [{ name: "Kasayı kurun" }] }],
    },
    value: plans,
  },
})
