import { sql } from "drizzle-orm"
import { statuses } from "../../../../src/contract/draws"
import { draws as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"

/** `statusAt` of the contract, in SQL. */
export const drawStatus = derivedStatus(statuses, now => ({
  draft: sql`${table.intent} = 'draft'`,
  open: sql`${table.intent} = 'live' and ${table.endDate} > ${now}`,
  closed: sql`${table.intent} = 'live' and ${table.endDate} <= ${now}`,
  drawn: sql`${table.intent} = 'drawn'`,
  cancelled: sql`${table.intent} = 'cancelled'`,
}))
