import type { Calls } from "../records/call"
import { recordResources } from "../resources"
import { approvalCalls } from "./approval-calls"
import { companyCalls } from "./company-calls"
import { drawEntryCalls } from "./draw-entry-calls"
import { drawStepCalls } from "./draw-step-calls"
import { employeeCalls } from "./employee-calls"
import { operationCalls } from "./operation-calls"
import { recordsCalls } from "./record-calls"
import { surveyCalls } from "./survey-calls"
import { surveyDocumentCalls } from "./survey-document-calls"

/** All documented calls. A test compares them with the registered routes. */
export const calls: Calls = {
  ...operationCalls,
  ...recordsCalls,
  ...Object.assign({}, ...recordResources.map(({ calls }) => calls)),
  ...surveyDocumentCalls,
  ...approvalCalls,
  ...drawEntryCalls,
  ...drawStepCalls,
  ...surveyCalls,
  ...employeeCalls,
  ...companyCalls,
}
