import { and, eq } from "drizzle-orm"
import { type Status, statusAt, statuses } from "../../../../src/contract/surveys"
import { surveys as table } from "../../db/schema"
import type { RowOf } from "../../records/entities"
import { records } from "../../records/records"
import { presentSurvey, visibleSurveys } from "./output"

/** Stored surveys. */
export type SurveyRow = RowOf<"survey">

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

/** The status of a stored survey by name. @param now epoch ms */
export const statusNameAt = ({ intent, startDate, endDate }: SurveyRow, now: number): Status => {
  const dates = { startDate: startDate?.toISOString() ?? null, endDate: endDate?.toISOString() ?? null }
  return statuses.name(statusAt({ intent, ...dates }, now)) ?? "draft"
}
