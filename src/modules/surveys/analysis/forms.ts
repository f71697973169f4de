/** The forms of this screen, as one chunk. */
export { PlanForm } from "./plans/plan-form"
export { RecommendationForm, ReviewForm } from "./recommendations/recommendation-forms"
