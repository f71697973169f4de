import { sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/campaigns"
import { campaigns as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"
import type { Reasons } from "../../records/attention"

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

/** Running campaigns that end soon, and drafts that have not ended and start soon or should have started. */
export const campaignAttention: Reasons<"campaigns"> = {
  ending: ({ now, soon }) =>
    sql`${table.intent} = 'live' and ${table.startDate} <= ${now} and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}`,
  review: ({ now, soon }) => sql`${table.intent} = 'draft' and ${table.endDate} > ${now} and ${table.startDate} <= ${soon}`,
}
