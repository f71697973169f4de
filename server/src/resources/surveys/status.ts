import { sql } from "drizzle-orm"
import { fewAnswers } from "../../../../src/contract/attention"
import { statuses } from "../../../../src/contract/surveys"
import { surveys as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"
import { surveyInvitations } from "../../db/survey-tables"
import type { Reasons } from "../../records/attention"

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

const invited = sql`(select count(*) from ${surveyInvitations} where ${surveyInvitations.surveyId} = ${table.id})`

/** Active surveys that close soon, and that few people have answered. */
export const surveyAttention: Reasons<"surveys"> = {
  closing: ({ now, soon }) => sql`${table.intent} = 'active' and (${table.startDate} is null or ${table.startDate} <= ${now})
    and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}
    and ${table.responseCount} < greatest(${fewAnswers}::int, ${invited} / 3.0)`,
}
