import { sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/draws/draws"
import { draws as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"
import { approvalReasons } from "../../records/approval"
import type { Reasons } from "../../records/attention"

/** `statusAt` of the contract, in SQL. */
export const drawStatus = derivedStatus(statuses, now => ({
  draft: sql`${table.intent} = 'draft'`,
  open: sql`${table.intent} = 'live' and ${table.endDate} > ${now}`,
  closed: sql`${table.intent} = 'live' and ${table.endDate} <= ${now}`,
  drawn: sql`${table.intent} = 'drawn'`,
  cancelled: sql`${table.intent} = 'cancelled'`,
}))

/** Closed draws that are to be locked, or are locked and have reached their draw date. */
export const drawAttention: Reasons<"draws"> = {
  ...approvalReasons("draw", table.id),
  due: ({ now }) =>
    sql`${table.intent} = 'live' and ${table.endDate} <= ${now} and (${table.round} is null or ${table.drawDate} <= ${now})`,
}
