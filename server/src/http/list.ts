import { type AnyColumn, and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Codes } from "../../../src/core/codes"
import { inUtc, isInstant } from "../../../src/core/dates/dates"
import { fold } from "../../../src/core/text/fold"
import { clean } from "./body"
import type { Actor } from "./context"
import { isUuid, type ListParams } from "./request"

/**
 * Conditions made of query parameters. A parameter that is missing or empty gives undefined, no condition; one that no
 * row can match gives `false`.
 */

/** The parameters of a list, by name. */
export type Query = Readonly<Record<string, string | undefined>>

/** The rows that the filters of a list leave: for the list itself, and for what counts the same rows. @param scope who asks */
export type ListFilters = (scope: { actor: Actor; zone: string; now: Date }, query: Query) => SQL | undefined

/** Rows of a period: from an instant on, and before another. */
export type Within = (from: SQL | undefined, to: SQL | undefined) => SQL | undefined

/** Rows whose own period, which may be open where a column may be null, has a moment in the given one. */
export const overlapping =
  (start: PgColumn, end: PgColumn): Within =>
  (from, to) =>
    and(
      from && or(end.notNull ? undefined : isNull(end), sql`${end} >= ${from}`),
      to && or(start.notNull ? undefined : isNull(start), sql`${start} < ${to}`),
    )

/** A LIKE pattern for texts that contain the given one; `%` and `_` match themselves. */
export const containing = (given: string) => `%${given.replace(/[\\%_]/g, "\\$&")}%`

/** Rows whose folded column contains the folded keyword; the trigram indexes serve it. */
export const keywordFilter = (search: AnyColumn, keyword: string): SQL | undefined =>
  keyword ? sql`${search} like ${containing(fold(keyword))}` : undefined

/** Rows of a list of options that contain a keyword, or have one of some ids, with commas. */
export const optionFilter = (table: Record<"id" | "search", AnyColumn>, { keyword = "", ids }: Query): SQL | undefined =>
  and(keywordFilter(table.search, clean(keyword)), ids?.trim() ? inArray(table.id, ids.split(",").filter(isUuid)) : undefined)

/** Rows with one wire number. */
export const codeFilter = (column: AnyColumn, given: string | undefined): SQL | undefined => {
  const code = given?.trim()
  if (!code) return undefined
  return /^\d{1,4}$/.test(code) ? eq(column, Number(code)) : sql`false`
}

/** Rows with one id. */
export const idFilter = (column: AnyColumn, given: string | undefined): SQL | undefined => {
  const id = given?.trim()
  if (!id) return undefined
  return isUuid(id) ? eq(column, id) : sql`false`
}

/** Rows of one owner: the id of a company, or `platform` for rows without a company (docs/contract.md#owner-filter). */
export const ownerFilter = (column: AnyColumn, given: string | undefined): SQL | undefined =>
  given?.trim() === "platform" ? isNull(column) : idFilter(column, given)

/** Rows whose array of ids contains one id. */
export const memberFilter = (column: AnyColumn, given: string | undefined): SQL | undefined => {
  const id = given?.trim()
  if (!id) return undefined
  return isUuid(id) ? sql`${id}::uuid = any(${column})` : sql`false`
}

/**
 * The order that the parameters name; an unknown sort key gives the fallback. The id is the last criterion, so that no
 * row is on two pages.
 */
export const orderOf = (params: ListParams, keys: Record<string, AnyColumn | SQL>, fallback: SQL, id: AnyColumn): SQL[] => {
  const by = Object.hasOwn(keys, params.sortBy) ? keys[params.sortBy] : undefined
  const direction = params.descending ? desc : asc
  return by ? [direction(by), direction(id)] : [fallback, desc(id)]
}

/**
 * The instant of a date parameter: midnight in the zone for a day, itself for an instant, undefined for
 * anything else.
 * @param days added to a day: 1 for the end of a period
 */
export const dateBound = (given: string | undefined, zone: string, days = 0): SQL | undefined => {
  if (!given || !isInstant(given)) return undefined
  if (given.length > 10) return sql`${new Date(inUtc(given)).toISOString()}::timestamptz`
  return sql`((${given}::date + ${days}::int)::timestamp at time zone ${zone})`
}

/** Rows that were made or changed at an instant or later; at a day, since its midnight in the zone (docs/contract.md#changed-rows). */
export const updatedFilter = (updatedAt: AnyColumn, given: string | undefined, zone: string): SQL | undefined => {
  const since = dateBound(given, zone)
  return since && sql`${updatedAt} >= ${since}`
}

/** A status parameter as its wire number: -1 for an unknown one, undefined for none. */
export const statusParam = <N extends string>(statuses: Codes<N>, given: string | undefined): number | undefined =>
  given?.trim() ? statuses.value(statuses.name(given)) : undefined
