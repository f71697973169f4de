import { and, asc, desc, type SQL } from "drizzle-orm"
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

/** How many rows are passed over before the total is awaited: the page may be nearer to the other end. */
const maxSkippedUncounted = 1_000

/** The rows to read: from the first one on, or backwards from the last one on. */
type Section = { limit: number; offset: number; isBackwards: boolean }

/** The section of a page, from the nearer end: the database reads every row that is passed over. */
const sectionOf = ({ page, pageSize }: ListParams, total: number): Section => {
  const before = page * pageSize
  const limit = Math.max(0, Math.min(pageSize, total - before))
  const after = total - before - limit
  const isBackwards = after < before
  return { limit, offset: limit === 0 ? 0 : isBackwards ? after : before, isBackwards }
}

const firstSection = ({ page, pageSize }: ListParams): Section => ({
  limit: pageSize,
  offset: page * pageSize,
  isBackwards: false,
})

const backwards = ({ params, table, sorts }: ListQuery): SQL[] =>
  Object.hasOwn(sorts, params.sortBy)
    ? orderOf({ ...params, descending: !params.descending }, sorts, desc(table.createdAt), table.id)
    : [asc(table.createdAt), asc(table.id)]

const readSection = async <Q extends PgSelect>(query: Q, list: ListQuery, { limit, offset, isBackwards }: Section) => {
  const { params, table, where, sorts } = list
  const order = isBackwards ? backwards(list) : orderOf(params, sorts, desc(table.createdAt), table.id)
  const rows = await query
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  if (isBackwards) rows.reverse()
  return rows
}

/**
 * Reads a page, and counts all rows at the same time or, for a page that is far from the first, before.
 * @param totalOf the total of what was counted
 */
const readCounted = async <Q extends PgSelect, T>(
  query: Q,
  list: ListQuery,
  count: () => PromiseLike<T>,
  totalOf: (counted: T) => number,
) => {
  const { page, pageSize, keyword } = list.params
  // The total of a keyword may be cached, and a page of it read from the end the wrong one.
  if (keyword || page * pageSize < maxSkippedUncounted) {
    const [rows, counted] = await Promise.all([readSection(query, list, firstSection(list.params)), count()])
    return { rows, counted }
  }
  const counted = await count()
  return { rows: await readSection(query, list, sectionOf(list.params, totalOf(counted))), counted }
}

/** @param query a dynamic select of the list's rows; @param count replaces the count of all rows */
export const readPage = async <Q extends PgSelect>(
  db: Database,
  query: Q,
  list: ListQuery,
  count: () => PromiseLike<number> = () => db.$count(list.table, list.where),
) => {
  const { rows, counted } = await readCounted(query, list, count, total => total)
  return { rows, totalCount: counted }
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
  const filtered = { ...list, where: and(list.where, sql.filter(status, now)) }
  const { rows, counted } = await readCounted(query, filtered, count, counts => totalOf(counts, status))
  return { rows, totalCount: totalOf(counted, status), statusCounts: counted }
}
