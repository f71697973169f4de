import { type ActionPlan, plansOf } from "../../../contract/surveys/action-plans"
import { type Recommendation, recommendationsOf } from "../../../contract/surveys/recommendations"
import { type Day, fromInstant } from "../../../core/dates/dates"
import { config } from "../../../state/config"
import { listPlans, listRecommendations, savePlans, saveRecommendations } from "../api"
import type { ListKind } from "./use-entries"

/** The current day by the deployment's clock. */
export const today = (): Day => fromInstant(new Date().toISOString(), config.timeZone)?.date ?? ""

export const recommendationList: ListKind<Recommendation> = {
  name: "recommendations",
  read: listRecommendations,
  save: (surveyId, entries, loaded) => saveRecommendations(surveyId, entries, loaded),
  of: recommendationsOf,
}

export const planList: ListKind<ActionPlan> = {
  name: "plans",
  read: listPlans,
  save: (surveyId, entries, loaded) => savePlans(surveyId, entries, loaded),
  of: value => plansOf(value, today()),
}
