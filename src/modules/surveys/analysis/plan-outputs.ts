/** What plans are handed out as, as one chunk. */
export { downloadPlans } from "./plan-file"
export { PlanPrint } from "./plan-print"
