import { Hono } from "hono"
import { statuses } from "../../../../src/contract/surveys/surveys"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { surveys as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { number, owner, period } from "../../records/call"
import { crud, listOf } from "../crud"
import { readRespondentSurvey, storeRespondentAnswers } from "./answers"
import { makeInvitations, readInvitationCounts } from "./invitations"
import { plans } from "./plans"
import { recommendations } from "./recommendations"
import {
  presentSurveyItem,
  selectSurveyItems,
  surveyAttention,
  surveyBody,
  surveyColumns,
  surveyFilters,
  surveyItem,
  surveyRecords,
  surveyStatus,
  surveyValue,
} from "./record"
import { readReport } from "./report"

/** Calls on surveys (docs/contract.md#survey-calls). */
const routes = new Hono<Env>()

routes.get("/survey/report/:id", bearer, may("read", "surveys"), readReport)

routes.post("/survey/:id/invitations", bearer, may("write", "surveys"), makeInvitations)
routes.get("/survey/:id/invitations", bearer, may("read", "surveys"), readInvitationCounts)

/** Respondents have a token instead of a session. */
routes.get("/go/survey/:token", readRespondentSurvey)
routes.post("/survey/:id/answers", storeRespondentAnswers)

routes.get("/survey/:id/recommendations", bearer, may("read", "surveys"), recommendations.get)

routes.put("/survey/:id/recommendations", bearer, may("write", "surveys"), recommendations.put)

routes.get("/survey/:id/action-plans", bearer, may("read", "surveys"), plans.get)

routes.put("/survey/:id/action-plans", bearer, may("write", "surveys"), plans.put)

export const surveys = crud(routes, "survey", {
  records: surveyRecords,
  list: listOf({
    table,
    rows: "surveys",
    select: selectSurveyItems,
    present: (row, _, now) => presentSurveyItem(row, now),
    sorts: now => ({
      title: table.search,
      type: table.type,
      status: surveyStatus.expression(now),
      startDate: table.startDate,
      endDate: table.endDate,
      responseCount: table.responseCount,
      createdDate: table.createdAt,
      updatedDate: table.updatedAt,
    }),
    filters: surveyFilters,
    attention: surveyAttention,
    status: { sql: surveyStatus, codes: statuses },
    value: surveyItem,
    query: { ...owner, ...period, type: number },
  }),
  body: surveyBody,
  columns: surveyColumns,
  value: surveyValue,
  example: {
    title: "Bahar kampanyası",
    description: "Tüm çalışanlara",
    startDate: "2026-04-01T00:00:00Z",
    endDate: "2026-05-01T00:00:00Z",
    type: 0,
    questions: [{ text: "Ne kadar memnunsunuz?", type: "rating" }],
  },
})
