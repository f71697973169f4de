import { sql } from "drizzle-orm"
import { status } from "../../../../src/contract/draws/draws"
import { draws as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"
import { approvalReasons } from "../../kinds/approval-state"
import type { Reasons } from "../../kinds/attention"

export const drawStatus = derivedStatus(status, table)

/** Closed draws that are to be locked, or are locked and have reached their draw date. */
export const drawAttention: Reasons<"draws"> = {
  ...approvalReasons("draw", table.id),
  due: ({ now }) =>
    sql`${table.intent} = 'live' and ${table.endDate} <= ${now} and (${table.round} is null or ${table.drawDate} <= ${now})`,
}
