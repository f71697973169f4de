import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import type { Env } from "../../http/context"
import { survey } from "../../kinds/survey"
import { callsOf } from "../crud"
import { readRespondentSurvey, storeRespondentAnswers } from "./answers"
import { readOutlook } from "./audience"
import { makeInvitations, readInvitationCounts } from "./invitations"
import { plans } from "./plans"
import { recommendations } from "./recommendations"
import { readReport } from "./report"

/** Calls on surveys (docs/contract.md#survey-calls). */
const routes = new Hono<Env>()

routes.get("/survey/report/:id", bearer, may("read", "surveys"), readReport)

routes.post("/survey/outlook", bearer, may("write", "surveys"), readOutlook)

routes.post("/survey/:id/invitations", bearer, may("write", "surveys"), makeInvitations)
routes.get("/survey/:id/invitations", bearer, may("read", "surveys"), readInvitationCounts)

/** Respondents have a token instead of a session. */
routes.get("/go/survey/:token", readRespondentSurvey)
routes.post("/survey/:id/answers", storeRespondentAnswers)

routes.get("/survey/:id/recommendations", bearer, may("read", "surveys"), recommendations.get)

routes.put("/survey/:id/recommendations", bearer, may("write", "surveys"), recommendations.put)

routes.get("/survey/:id/action-plans", bearer, may("read", "surveys"), plans.get)

routes.put("/survey/:id/action-plans", bearer, may("write", "surveys"), plans.put)

export const surveys = callsOf(survey, { routes })
