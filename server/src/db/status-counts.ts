import { count, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Codes } from "../../../src/core/codes"
import type { Database } from "./open"

/** How many of the rows stand in each status, by wire number; statuses without any are left out. */
export type StatusCounts = Record<string, number>

export const statusCounts = async (db: Database, table: PgTable, status: SQL<number>, where: SQL | undefined) => {
  const rows = await db.select({ status, total: count() }).from(table).where(where).groupBy(sql`1`)
  return Object.fromEntries(rows.map(row => [String(row.status), Number(row.total)])) as StatusCounts
}

/** The total of one status, or of all. */
export const totalOf = (counts: StatusCounts, status?: number) =>
  status === undefined ? Object.values(counts).reduce((all, total) => all + total, 0) : (counts[String(status)] ?? 0)

/** A status filter as its wire number; -1 for one that can't be, undefined for none. */
export const statusParam = <N extends string>(list: Codes<N>, text: string | undefined): number | undefined =>
  text?.trim() ? list.value(list.name(text)) : undefined
