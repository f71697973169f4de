import { sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/announcements"
import { announcements as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"
import type { Reasons } from "../../records/attention"

/** `statusAt` of the contract, in SQL. */
export const announcementStatus = derivedStatus(statuses, now => {
  const isPublished = sql`${table.intent} = 'published'`
  const hasNotEnded = sql`(${table.endDate} is null or ${table.endDate} > ${now})`
  return {
    draft: sql`${table.intent} = 'draft'`,
    published: sql`${isPublished} and ${hasNotEnded} and (${table.startDate} is null or ${table.startDate} <= ${now})`,
    archived: sql`${table.intent} = 'archived'`,
    scheduled: sql`${isPublished} and ${hasNotEnded} and ${table.startDate} > ${now}`,
    expired: sql`${isPublished} and ${table.endDate} <= ${now}`,
  }
})

/** Published announcements that expire soon. */
export const announcementAttention: Reasons<"announcements"> = {
  ending: ({ now, soon }) => sql`${table.intent} = 'published' and (${table.startDate} is null or ${table.startDate} <= ${now})
    and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}`,
}
