import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam } from "../../http/request"
import { surveyBody, surveyChange, surveyColumns } from "./input"
import { listSurveys } from "./list"
import { plans } from "./plans"
import { recommendations } from "./recommendations"
import { surveyRecords } from "./records"
import { reportOf } from "./report"

/** Calls on surveys (docs/contract.md#survey-calls). */
export const surveys = new Hono<Env>()

surveys.get("/survey/list", bearer, may("read", "surveys"), listSurveys)

/** The envelope's value is an object with one more `value` (docs/contract.md#survey-report). */
surveys.get("/survey/report/:id", bearer, may("read", "surveys"), async c => {
  const { row } = await surveyRecords.read(c, c.get("deps").db, idParam(c))
  return ok(c, { value: reportOf(row, c.get("language")) })
})

surveys.get("/survey/:id", bearer, may("read", "surveys"), surveyRecords.get)

surveys.post("/survey/create", bearer, may("write", "surveys"), surveyRecords.createFrom(surveyBody, surveyColumns))

surveys.put("/survey/update", bearer, may("write", "surveys"), surveyRecords.updateFrom(surveyChange, "id", surveyColumns))

surveys.delete("/survey/delete/:id", bearer, may("write", "surveys"), c => surveyRecords.remove(c))

surveys.get("/survey/:id/recommendations", bearer, may("read", "surveys"), recommendations.get)

surveys.put("/survey/:id/recommendations", bearer, may("write", "surveys"), recommendations.put)

surveys.get("/survey/:id/action-plans", bearer, may("read", "surveys"), plans.get)

surveys.put("/survey/:id/action-plans", bearer, may("write", "surveys"), plans.put)
