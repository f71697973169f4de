import { survey } from "../../kinds/survey"
import { recordRoutes } from "../record-routes"
import { readRespondentSurvey, storeRespondentAnswers } from "./answers"
import { readOutlook } from "./audience"
import { makeInvitations, readInvitationCounts } from "./invitations"
import { plans } from "./plans"
import { recommendations } from "./recommendations"
import { sendReminder } from "./reminders"
import { listTexts, readReport } from "./report"
import { sendTestMail } from "./test-mail"

/** Calls on surveys (docs/contract.md#survey-calls). */
export const surveys = [
  readReport,
  listTexts,
  readOutlook,
  makeInvitations,
  readInvitationCounts,
  sendReminder,
  sendTestMail,
  readRespondentSurvey,
  storeRespondentAnswers,
  ...recommendations,
  ...plans,
  ...Object.values(recordRoutes(survey)),
]
