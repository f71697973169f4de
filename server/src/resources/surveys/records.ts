import { sql } from "drizzle-orm"
import { status } from "../../../../src/contract/surveys/survey-status"
import { type Status, statuses } from "../../../../src/contract/surveys/surveys"
import { type SurveyRow, surveys as table, tenants } from "../../db/schema"

/** The company whose name and looks a survey has for those who answer: its owner, or the only one that the platform asks. */
export const isShownCompany = sql`${tenants.id} = coalesce(${table.tenantId}, case when cardinality(${table.tenantIds}) = 1 then ${table.tenantIds}[1] end)`

/** The status of a stored survey by name. @param now epoch ms */
export const statusNameAt = ({ intent, startDate, endDate }: SurveyRow, now: number): Status => {
  const dates = { startDate: startDate?.toISOString() ?? null, endDate: endDate?.toISOString() ?? null }
  return statuses.name(status.at({ intent, ...dates }, now)) ?? "draft"
}
