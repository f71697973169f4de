import { getTableColumns, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { AuditedEntity } from "../../../../src/contract/audit"
import type { Database } from "../../db/open"
import { campaigns, draws, feedbacks, gifts, surveys } from "../../db/schema"
import { demoAccounts } from "../accounts"

/** Entries of the audit log for measurements: the creation of records, and one change of campaigns. */

/** Records of one statement: the embedded database keeps the rows of a statement in memory, and each skips those before. */
const batchSizeOf = (history: number) => (history > 1_000_000 ? 100_000 : 5_000)

/** Columns that the log does not store. */
const unlogged = ["search", "sortName", "firstResponseAt", "apiIntegrationCode"]

/** A row as the log stores it: columns by their names in the code, instants as text. */
const logged = (table: PgTable): SQL => {
  const members = Object.entries(getTableColumns(table))
    .filter(([name]) => !unlogged.includes(name))
    .map(([name, column]) =>
      column.dataType === "date"
        ? sql`${name}::text, to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
        : sql`${name}::text, ${column}`,
    )
  return sql`jsonb_build_object(${sql.join(members, sql`, `)})`
}

type Logged = PgTable & Record<"id" | "tenantId" | "createdAt" | "updatedAt", PgColumn>
type Batch = { offset: number; limit: number }

const insert = sql`insert into audit (at, actor_id, actor_email, tenant_id, entity, entity_id, action, before, after, request_id)`
const actor = sql`(select id, email from users where email = ${demoAccounts[0].email})`

const logCreations = (db: Database, table: Logged, entity: AuditedEntity, { offset, limit }: Batch) =>
  db.execute(sql`${insert}
    select at, actor.id, actor.email, tenant_id, ${entity}::text, record, 'create', null, content || '{"version": 1}', 'grow'
    from (select ${table.createdAt} as at, ${table.tenantId} as tenant_id, ${table.id} as record, ${logged(table)} as content
      from ${table} order by ${table.createdAt} desc, ${table.id} offset ${offset} limit ${limit}) created
    cross join ${actor} actor order by at, record`)

/** The change that made the second version of campaigns: their limit was lower. */
const logChanges = (db: Database, { offset, limit }: Batch) =>
  db.execute(sql`${insert}
    select at, actor.id, actor.email, tenant_id, 'campaign', record, 'update',
      content || jsonb_build_object('version', 1, 'participantLimit', greatest(1, (content ->> 'participantLimit')::int / 2)), content, 'grow'
    from (select ${campaigns.updatedAt} as at, ${campaigns.tenantId} as tenant_id, ${campaigns.id} as record, ${logged(campaigns)} as content
      from ${campaigns} where ${campaigns.version} = 2 order by ${campaigns.createdAt} desc, ${campaigns.id} offset ${offset} limit ${limit}) changed
    cross join ${actor} actor order by at, record`)

/** @param history entries at most: a third are creations of campaigns, a third changes of campaigns, the others creations of the rest */
export const growHistory = async (db: Database, history: number, report: (text: string) => void): Promise<void> => {
  const share = Math.floor(history / 3)
  const batchSize = batchSizeOf(history)
  const inBatches = async (total: number, log: (batch: Batch) => Promise<unknown>) => {
    for (let offset = 0; offset < total; offset += batchSize) await log({ offset, limit: Math.min(batchSize, total - offset) })
  }
  await inBatches(share, batch => logCreations(db, campaigns, "campaign", batch))
  await inBatches(share, batch => logChanges(db, batch))
  const others = [
    [feedbacks, "feedback"],
    [surveys, "survey"],
    [draws, "draw"],
    [gifts, "gift"],
  ] as const
  for (const [table, entity] of others)
    await inBatches(Math.floor(share / others.length), batch => logCreations(db, table, entity, batch))
  if (history) report(`${history} entries of the audit log at most`)
}
