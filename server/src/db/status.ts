import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Codes } from "../../../src/core/codes"
import { type Count, readCount } from "./count"
import type { Database } from "./open"

/** The status of a table's rows in SQL. */
export type StatusSql = {
  /** The wire number, for sorting and counting. */
  expression: (now: Date) => SQL<number>
  /** Rows with one status; undefined, no condition, without one. */
  filter: (status: number | undefined, now: Date) => SQL | undefined
}

/** A status that is stored as it is. */
export const storedStatus = (column: AnyColumn): StatusSql => ({
  expression: () => sql<number>`${column}`,
  filter: status => (status === undefined ? undefined : eq(column, status)),
})

/**
 * A status that follows from stored columns and the current time. A property test compares it with the contract's
 * function.
 * @param conditions one for each status, which indexes serve; exactly one of them holds for a row
 */
export const derivedStatus = <N extends string>(statuses: Codes<N>, conditions: (now: SQL) => Record<N, SQL>): StatusSql => {
  const at = (now: Date) => conditions(sql`${now.toISOString()}::timestamptz`)
  return {
    expression: now => {
      const all = at(now)
      const cases = statuses.names.map(name => sql`when ${all[name]} then ${sql.raw(String(statuses.value(name)))}`)
      return sql<number>`case ${sql.join(cases, sql` `)} end`
    },
    filter: (status, now) => {
      if (status === undefined) return undefined
      const name = statuses.name(status)
      return name ? at(now)[name] : sql`false`
    },
  }
}

/** Number of rows for each status, by wire number; a status without rows is missing. */
export type StatusCounts = Record<string, number>

/** Numbers of rows by wire number, of a select of both. */
export const statusTotals = (query: SQL): SQL =>
  sql`select coalesce(json_object_agg(status, total), '{}') from (${query}) counted_status`

/** The numbers of rows for each status. */
export const statusCount = (table: PgTable, status: SQL<number>, where: SQL | undefined): Count<StatusCounts> => ({
  query: statusTotals(sql`select ${status} as status, count(*) as total from ${table} where ${where ?? sql`true`} group by 1`),
  read: text => JSON.parse(text),
})

export const countByStatus = (db: Database, table: PgTable, status: SQL<number>, where: SQL | undefined): Promise<StatusCounts> =>
  readCount(db, statusCount(table, status, where))

/** The total of one status, or of all. */
export const totalOf = (counts: StatusCounts, status?: number): number =>
  status === undefined ? Object.values(counts).reduce((all, total) => all + total, 0) : (counts[String(status)] ?? 0)
