import { and, asc, Column, desc, inArray, is, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core"
import type { Cached } from "../db/cached-count"
import { type Count, countOf, readCount } from "../db/count"
import type { Database } from "../db/open"
import { type StatusCounts, type StatusSql, statusCount, totalOf } from "../db/status"
import { orderOf } from "../http/list"
import type { ListParams } from "../http/request"
import type { SelectedRows } from "../kinds/kind"

/** Reading one page of a list, and counting all of its rows. */

type ListQuery = {
  params: ListParams
  table: PgTable & Record<"id" | "createdAt", PgColumn>
  where: SQL | undefined
  /** Sort keys of the wire. Without one, the newest rows come first. */
  sorts: Record<string, PgColumn | SQL>
}

/** Limits a query to the rows of one page. */
export const pageOf = <Q extends PgSelect>(query: Q, { page, pageSize }: ListParams) =>
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

/** Makes the select of a list: its columns, from its table and what is joined, without conditions. */
type ListSelect<R> = (db: Database) => { $dynamic: () => SelectedRows<R> }

/** Whether the sort is a column of a joined table. Conditions and other sorts name the list's table alone, as the count does. */
const isSortJoined = ({ params: { sortBy }, table, sorts }: ListQuery) => {
  const by = Object.hasOwn(sorts, sortBy) ? sorts[sortBy] : undefined
  return is(by, Column) && by.table !== table
}

/** Where many rows are passed over, it is in the list's table: only the rows of the page are joined with what their columns need. */
const readSection = <R>(db: Database, select: ListSelect<R>, list: ListQuery, { limit, offset, isBackwards }: Section) => {
  const { params, table, where, sorts } = list
  const order = isBackwards ? backwards(list) : orderOf(params, sorts, desc(table.createdAt), table.id)
  const rows = select(db).$dynamic()
  if (offset < maxSkippedUncounted || isSortJoined(list))
    return rows
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  const ofPage = db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return rows.where(inArray(table.id, ofPage)).orderBy(...order)
}

/** How all rows of a list are counted. */
export type ListCount<T> = Count<T> & Partial<Cached<T>>

/**
 * Reads a page, and counts all rows at the same time or, for a page that is far from the first, before.
 * @param totalOf the total of what was counted
 */
const readCounted = async <R, T>(
  db: Database,
  select: ListSelect<R>,
  list: ListQuery,
  count: ListCount<T>,
  totalOf: (counted: T) => number,
) => {
  const { page, pageSize, keyword } = list.params
  // The total of a keyword may be cached, and a page of it read from the end the wrong one.
  if (keyword || page * pageSize < maxSkippedUncounted) {
    const [rows, counted] = await Promise.all([
      readSection(db, select, list, firstSection(list.params)),
      count.known ?? readCount(db, count),
    ])
    count.keep?.(counted)
    return { rows, counted }
  }
  const counted = await readCount(db, count)
  const section = sectionOf(list.params, totalOf(counted))
  const rows = await readSection(db, select, list, section)
  return { rows: section.isBackwards ? rows.reverse() : rows, counted }
}

/** @param select the select of the list's rows; @param count replaces the count of all rows */
export const readPage = async <R>(
  db: Database,
  select: ListSelect<R>,
  list: ListQuery,
  count: ListCount<number> = countOf(sql`select count(*) from ${list.table} where ${list.where ?? sql`true`}`),
) => {
  const { rows, counted } = await readCounted(db, select, list, count, total => total)
  return { rows, totalCount: counted }
}

type StatusQuery = {
  sql: StatusSql
  /** The wire number to filter by; undefined for all. */
  status: number | undefined
  now: Date
  /** Replaces the counts of all rows by status. */
  count?: ListCount<StatusCounts> | undefined
}

/** As `readPage`, with the counts of every status: `where` is the condition without the status. */
export const readPageByStatus = async <R>(
  db: Database,
  select: ListSelect<R>,
  list: ListQuery,
  { sql: statusSql, status, now, count = statusCount(list.table, statusSql.expression(now), list.where) }: StatusQuery,
) => {
  const filtered = { ...list, where: and(list.where, statusSql.filter(status, now)) }
  const { rows, counted } = await readCounted(db, select, filtered, count, counts => totalOf(counts, status))
  return { rows, totalCount: totalOf(counted, status), statusCounts: counted }
}
