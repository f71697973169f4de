import { type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { type ApprovableModule, liveIntents } from "../../../src/contract/approvals"
import { moduleOfRecord } from "../../../src/contract/modules"
import { proposals as table } from "../db/schema"
import type { EntityName } from "./entities"

/** Which kinds need approval, and the state of a record's proposal in SQL (docs/contract.md#approvals). */

/** The intent by which a record of the kind is live; undefined for kinds that need no approval. */
export const intentOfLive = (entity: EntityName) => liveIntents[moduleOfRecord(entity) as ApprovableModule] as string | undefined

export const isApprovable = (entity: EntityName) => intentOfLive(entity) !== undefined

/** The state of a record's proposal, as a column of its table's select. */
export const approvalOf = (entity: EntityName, id: PgColumn): SQL<string | null> =>
  sql`(select ${table.state} from ${table} where ${table.entity} = ${entity} and ${table.entityId} = ${id})`

type Reason = (moments: { userId: string }) => SQL

/** Rows whose proposal waits for the person, was sent by them and waits, or was returned to them. */
export const approvalReasons = (entity: EntityName, id: PgColumn): Record<"approval" | "sent" | "returned", Reason> => {
  const has = (condition: (userId: string) => SQL) => (moments: { userId: string }) =>
    sql`exists (select 1 from ${table} where ${table.entity} = ${entity} and ${table.entityId} = ${id} and ${condition(moments.userId)})`
  return {
    approval: has(userId => sql`${table.state} = 'waiting' and ${table.userId} <> ${userId}`),
    sent: has(userId => sql`${table.state} = 'waiting' and ${table.userId} = ${userId}`),
    returned: has(userId => sql`${table.state} = 'returned' and ${table.userId} = ${userId}`),
  }
}
