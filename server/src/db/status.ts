import { type AnyColumn, and, eq, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { type DerivedStatus, intentsOf, type When } from "../../../src/core/derived-status"
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

/** The columns that a derived status follows from; a kind has no start where it does not count. */
export type StatusColumns = { intent: PgColumn; startDate?: PgColumn; endDate: PgColumn }

/** The rows that meet one case: comparisons that indexes serve. */
const rowsOf = ({ intent, startDate, endDate }: StatusColumns, { begun, over, ...when }: When<string>, now: SQL) => {
  const orNone = (column: PgColumn, condition: SQL) => (column.notNull ? condition : sql`(${column} is null or ${condition})`)
  const intents = intentsOf(when).map(name => sql.raw(`'${name}'`))
  return and(
    intents.length > 1 ? sql`${intent} in (${sql.join(intents, sql`, `)})` : sql`${intent} = ${intents[0]}`,
    startDate && begun !== undefined
      ? begun
        ? orNone(startDate, sql`${startDate} <= ${now}`)
        : sql`${startDate} > ${now}`
      : undefined,
    over === undefined ? undefined : over ? sql`${endDate} <= ${now}` : orNone(endDate, sql`${endDate} > ${now}`),
  )
}

/** A status that follows from stored columns and the current time, of the same table of cases as the function of the contract. */
export const derivedStatus = <I extends string>(
  { codes, cases }: DerivedStatus<string, I>,
  columns: StatusColumns,
): StatusSql => {
  const rowsAt = (name: string, now: Date) => {
    const moment = sql`${now.toISOString()}::timestamptz`
    return or(...(cases[name] ?? []).map(when => rowsOf(columns, when, moment))) ?? sql`false`
  }
  return {
    expression: now => {
      const each = codes.names.map(name => sql`when ${rowsAt(name, now)} then ${sql.raw(String(codes.value(name)))}`)
      return sql<number>`case ${sql.join(each, sql` `)} end`
    },
    filter: (status, now) => {
      if (status === undefined) return undefined
      const name = codes.name(status)
      return name ? rowsAt(name, now) : sql`false`
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
