import { z } from "zod"
import { day, exampleId, id, literalTrue, tagged } from "../records/call"
import { answersBody } from "../resources/surveys/answers"
import { outlookBody } from "../resources/surveys/audience"
import { invitationsBody } from "../resources/surveys/invitations"
import * as values from "./values"

/** Invitations, answers and report of a survey. */
export const surveyCalls = tagged("Surveys", {
  "GET /survey/report/:id": {
    summary: "The report of one survey, in one more `value` than elsewhere",
    query: { departmentId: id, from: day, to: day },
    value: z.object({ value: values.surveyReport }),
  },
  "POST /survey/outlook": {
    summary: "What the report of a survey would show that is published and sent now; changes nothing",
    body: outlookBody,
    example: { tenantIds: [], departmentIds: [] },
    value: values.reportOutlook,
  },
  "POST /survey/:id/invitations": {
    summary: "Make the next batch of at most 500 invitations, by mail or as tokens",
    body: invitationsBody,
    example: { mail: false },
    value: values.invitationBatch,
  },
  "GET /survey/:id/invitations": {
    summary: "How many people are asked, have been invited, and have answered, and whom no mail reached",
    value: values.invitationCounts,
  },
  "GET /go/survey/:token": { summary: "The survey of a respondent token, without a session", value: values.respondentSurvey },
  "POST /survey/:id/answers": {
    summary: "Answer a survey with a respondent token, once, without a session",
    body: answersBody,
    example: { token: "JxW3pQ0sT8mZk2vB7nRcYd5hFgL1aEuO", answers: [{ questionId: exampleId, value: 4 }] },
    value: literalTrue,
  },
})
