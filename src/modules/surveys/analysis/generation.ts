/** What the AI or templates write for this screen, as one chunk. */
export { generatePlan } from "../generation/plans"
export { generateRecommendations } from "../generation/recommendations"
