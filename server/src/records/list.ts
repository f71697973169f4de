import { and, desc, type SQL } from "drizzle-orm"
import type { PgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core"
import type { Database } from "../db/open"
import { countByStatus, type StatusCounts, type StatusSql, totalOf } from "../db/status"
import { orderOf } from "../http/list"
import type { ListParams } from "../http/request"

/** Reading one page of a list, and counting all of its rows. */

export type ListQuery = {
  params: ListParams
  table: PgTable & Record<"id" | "createdAt", PgColumn>
  where: SQL | undefined
  /** Sort keys of the wire. Without one, the newest rows come first. */
  sorts: Record<string, PgColumn | SQL>
}

/** Limits a query to the rows of one page. */
export const limited = <Q extends PgSelect>(query: Q, { page, pageSize }: ListParams) =>
  query.limit(pageSize).offset(page * pageSize)

const pageRows = <Q extends PgSelect>(query: Q, { params, table, where, sorts }: ListQuery) =>
  limited(query.where(where).orderBy(...orderOf(params, sorts, desc(table.createdAt), table.id)), params)

/** @param query a dynamic select of the list's rows; @param count replaces the count of all rows */
export const readPage = async <Q extends PgSelect>(
  db: Database,
  query: Q,
  list: ListQuery,
  count: () => PromiseLike<number> = () => db.$count(list.table, list.where),
) => {
  const [rows, totalCount] = await Promise.all([pageRows(query, list), count()])
  return { rows, totalCount }
}

type StatusQuery = {
  sql: StatusSql
  /** The wire number to filter by; undefined for all. */
  status: number | undefined
  now: Date
  /** Replaces the counts of all rows by status. */
  count?: () => Promise<StatusCounts>
}

/** As `readPage`, with the counts of every status: `where` is the condition without the status. */
export const readPageByStatus = async <Q extends PgSelect>(
  db: Database,
  query: Q,
  list: ListQuery,
  { sql, status, now, count = () => countByStatus(db, list.table, sql.expression(now), list.where) }: StatusQuery,
) => {
  const where = and(list.where, sql.filter(status, now))
  const [rows, statusCounts] = await Promise.all([pageRows(query, { ...list, where }), count()])
  return { rows, totalCount: totalOf(statusCounts, status), statusCounts }
}
