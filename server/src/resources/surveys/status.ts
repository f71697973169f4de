import { sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/surveys"
import { surveys as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"

/** `statusAt` of the contract, in SQL. */
export const surveyStatus = derivedStatus(statuses, now => {
  const isActive = sql`${table.intent} = 'active'`
  const hasNotEnded = sql`(${table.endDate} is null or ${table.endDate} > ${now})`
  return {
    draft: sql`${table.intent} = 'draft'`,
    active: sql`${isActive} and ${hasNotEnded} and (${table.startDate} is null or ${table.startDate} <= ${now})`,
    closed: sql`(${table.intent} = 'closed' or ${isActive} and ${table.endDate} <= ${now})`,
    scheduled: sql`${isActive} and ${hasNotEnded} and ${table.startDate} > ${now}`,
  }
})
