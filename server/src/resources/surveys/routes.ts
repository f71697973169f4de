import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { surveys as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam } from "../../http/request"
import { records } from "../../records/records"
import { surveyBody, surveyChange, surveyColumns } from "./input"
import { listSurveys } from "./list"
import { presentSurvey, visibleSurveys } from "./output"
import { reportOf } from "./report"

/** Calls on surveys (docs/contract.md#survey-calls). */
export const surveys = new Hono<Env>()

const surveyRecords = records({
  entity: "survey",
  find: async (db, actor, id, now) => {
    const [row] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), visibleSurveys(actor)))
    return row && { row, value: presentSurvey(row, actor, now) }
  },
})

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
