import { type AnyColumn, asc, desc, eq, type SQL, sql } from "drizzle-orm"
import { isInstant } from "../../../src/core/dates"
import { fold } from "../../../src/core/fold"
import { isUuid, type ListParams } from "./request"

/** A folded keyword inside a folded column; its own % and _ mean themselves. The trigram index serves it. */
export const holds = (search: AnyColumn, keyword: string): SQL =>
  sql`${search} like ${`%${fold(keyword).replace(/[\\%_]/g, "\\$&")}%`}`

/** A number from a list of codes; one that can't be finds nothing, none filters nothing. */
export const hasCode = (column: AnyColumn, text: string | undefined): SQL | undefined => {
  const code = text?.trim()
  if (!code) return undefined
  return /^\d{1,4}$/.test(code) ? eq(column, Number(code)) : sql`false`
}

/** As `hasCode`, for ids. */
export const hasId = (column: AnyColumn, text: string | undefined): SQL | undefined => {
  const id = text?.trim()
  if (!id) return undefined
  return isUuid(id) ? eq(column, id) : sql`false`
}

/** As `hasId`, for a column that holds ids. */
export const hasMember = (column: AnyColumn, text: string | undefined): SQL | undefined => {
  const id = text?.trim()
  if (!id) return undefined
  return isUuid(id) ? sql`${id}::uuid = any(${column})` : sql`false`
}

/** The order asked for, or the default; unknown sort keys are ignored. The id settles ties, so that pages never overlap. */
export const orderOf = (params: ListParams, keys: Record<string, AnyColumn | SQL>, fallback: SQL, id: AnyColumn): SQL[] => {
  const by = Object.hasOwn(keys, params.sortBy) ? keys[params.sortBy] : undefined
  const way = params.descending ? desc : asc
  return by ? [way(by), way(id)] : [fallback, desc(id)]
}

/** Dates are UTC on the wire (decisions §2): a moment that names no zone means that one, not the server's own. */
export const inUtc = (text: string) => (/T[\d:.]+$/.test(text) ? `${text}Z` : text)

/**
 * A date filter's edge: a day is that day's midnight in the zone, an instant is itself; what is neither filters nothing.
 * @param days added to a day: 1 for the end of a period
 */
export const dayEdge = (text: string | undefined, zone: string, days = 0): SQL | undefined => {
  if (!text || !isInstant(text)) return undefined
  if (text.length > 10) return sql`${new Date(inUtc(text)).toISOString()}::timestamptz`
  return sql`((${text}::date + ${days}::int)::timestamp at time zone ${zone})`
}
