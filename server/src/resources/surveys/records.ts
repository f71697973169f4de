import { and, eq } from "drizzle-orm"
import { surveys as table } from "../../db/schema"
import { records } from "../../records/records"
import { presentSurvey, visibleSurveys } from "./output"

export const surveyRecords = records({
  entity: "survey",
  find: async (db, actor, id, now) => {
    const [row] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), visibleSurveys(actor)))
    return row && { row, value: presentSurvey(row, actor, now) }
  },
})
