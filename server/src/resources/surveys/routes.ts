import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import type { Env } from "../../http/context"
import { readRespondentSurvey, storeRespondentAnswers } from "./answers"
import { surveyBody, surveyChange, surveyColumns } from "./input"
import { makeInvitations, readInvitationCounts } from "./invitations"
import { listSurveys } from "./list"
import { plans } from "./plans"
import { recommendations } from "./recommendations"
import { surveyRecords } from "./records"
import { readReport } from "./report"

/** Calls on surveys (docs/contract.md#survey-calls). */
export const surveys = new Hono<Env>()

surveys.get("/survey/list", bearer, may("read", "surveys"), listSurveys)

surveys.get("/survey/report/:id", bearer, may("read", "surveys"), readReport)

surveys.get("/survey/:id", bearer, may("read", "surveys"), surveyRecords.get)

surveys.post("/survey/create", bearer, may("write", "surveys"), surveyRecords.createFrom(surveyBody, surveyColumns))

surveys.put("/survey/update", bearer, may("write", "surveys"), surveyRecords.updateFrom(surveyChange, "id", surveyColumns))

surveys.delete("/survey/delete/:id", bearer, may("write", "surveys"), c => surveyRecords.remove(c))

surveys.post("/survey/:id/invitations", bearer, may("write", "surveys"), makeInvitations)
surveys.get("/survey/:id/invitations", bearer, may("read", "surveys"), readInvitationCounts)

/** Respondents have a token instead of a session. */
surveys.get("/go/survey/:token", readRespondentSurvey)
surveys.post("/survey/:id/answers", storeRespondentAnswers)

surveys.get("/survey/:id/recommendations", bearer, may("read", "surveys"), recommendations.get)

surveys.put("/survey/:id/recommendations", bearer, may("write", "surveys"), recommendations.put)

surveys.get("/survey/:id/action-plans", bearer, may("read", "surveys"), plans.get)

surveys.put("/survey/:id/action-plans", bearer, may("write", "surveys"), plans.put)
