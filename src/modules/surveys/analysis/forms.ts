/** The forms of this screen, as one chunk. */
export { PlanForm } from "./plan-form"
export { RecommendationForm, ReviewForm } from "./recommendation-forms"
