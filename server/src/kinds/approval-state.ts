import { type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { AuditedRecord } from "../../../src/contract/modules"
import { proposals as table } from "../db/schema"

/** The state of a record's proposal in SQL (docs/contract.md#approvals). */

/** The state of a record's proposal, as a column of its table's select. */
export const approvalOf = (entity: AuditedRecord, id: PgColumn): SQL<string | null> =>
  sql`(select ${table.state} from ${table} where ${table.entity} = ${entity} and ${table.entityId} = ${id})`

type Reason = (moments: { userId: string }) => SQL

/** Rows whose proposal waits for the person, was sent by them and waits, or was returned to them. */
export const approvalReasons = (entity: AuditedRecord, id: PgColumn): Record<"approval" | "sent" | "returned", Reason> => {
  const has = (condition: (userId: string) => SQL) => (moments: { userId: string }) =>
    sql`exists (select 1 from ${table} where ${table.entity} = ${entity} and ${table.entityId} = ${id} and ${condition(moments.userId)})`
  return {
    approval: has(userId => sql`${table.state} = 'waiting' and ${table.userId} <> ${userId}`),
    sent: has(userId => sql`${table.state} = 'waiting' and ${table.userId} = ${userId}`),
    returned: has(userId => sql`${table.state} = 'returned' and ${table.userId} = ${userId}`),
  }
}
