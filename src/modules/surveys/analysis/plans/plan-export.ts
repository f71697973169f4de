/** The download and the printed sheet of plans, in one chunk. */
export { downloadPlans } from "./plan-file"
export { PlanPrint } from "./plan-print"
