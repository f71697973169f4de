import type { Calls } from "../records/call"
import { recordResources } from "../resources"
import { approvalCalls } from "./approval-calls"
import { calendarCalls } from "./calendar-calls"
import { companyCalls } from "./company-calls"
import { drawEntryCalls } from "./draw-entry-calls"
import { drawStepCalls } from "./draw-step-calls"
import { employeeCalls } from "./employee-calls"
import { listCalls } from "./list-calls"
import { operationCalls } from "./operation-calls"
import { recordsCalls } from "./record-calls"
import { reportCalls } from "./report-calls"
import { signInCalls } from "./sign-in-calls"
import { surveyCalls } from "./survey-calls"
import { surveyDocumentCalls } from "./survey-document-calls"
import { webhookCalls } from "./webhook-calls"

/** All documented calls. A test compares them with the registered routes. */
export const calls: Calls = {
  ...operationCalls,
  ...signInCalls,
  ...recordsCalls,
  ...Object.assign({}, ...recordResources.map(({ calls }) => calls)),
  ...surveyDocumentCalls,
  ...approvalCalls,
  ...drawEntryCalls,
  ...listCalls,
  ...drawStepCalls,
  ...surveyCalls,
  ...employeeCalls,
  ...companyCalls,
  ...reportCalls,
  ...calendarCalls,
  ...webhookCalls,
}
