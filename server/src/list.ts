import { type AnyColumn, asc, desc, type SQL, sql } from "drizzle-orm"
import { fold } from "../../src/core/fold"
import type { ListParams } from "./request"

/** A folded keyword inside a folded column; its own % and _ mean themselves. The trigram index serves it. */
export const holds = (search: AnyColumn, keyword: string): SQL =>
  sql`${search} like ${`%${fold(keyword).replace(/[\\%_]/g, "\\$&")}%`}`

/** The order asked for, or the default; unknown sort keys are ignored. The id settles ties, so that pages never overlap. */
export const orderOf = (params: ListParams, keys: Record<string, AnyColumn | SQL>, fallback: SQL, id: AnyColumn): SQL[] => {
  const by = Object.hasOwn(keys, params.sortBy) ? keys[params.sortBy] : undefined
  const way = params.descending ? desc : asc
  return by ? [way(by), way(id)] : [fallback, desc(id)]
}
