import { type ActionPlan, plansOf } from "../../../contract/surveys/action-plans"
import { type Recommendation, recommendationsOf } from "../../../contract/surveys/recommendations"
import { currentDay } from "../../../state/current-day"
import { listPlans, listRecommendations, savePlans, saveRecommendations } from "../api"
import type { ListKind } from "./use-entries"

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
  of: value => plansOf(value, currentDay()),
}
