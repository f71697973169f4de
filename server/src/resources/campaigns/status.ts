import { sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/campaigns"
import { campaigns as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"

/** `statusAt` of the contract, in SQL. */
export const campaignStatus = derivedStatus(statuses, now => {
  const hasNotEnded = sql`${table.endDate} > ${now}`
  return {
    draft: sql`${table.intent} = 'draft'`,
    ended: sql`${table.intent} <> 'draft' and ${table.endDate} <= ${now}`,
    paused: sql`${table.intent} = 'paused' and ${hasNotEnded}`,
    scheduled: sql`${table.intent} = 'live' and ${hasNotEnded} and ${table.startDate} > ${now}`,
    active: sql`${table.intent} = 'live' and ${hasNotEnded} and ${table.startDate} <= ${now}`,
  }
})
