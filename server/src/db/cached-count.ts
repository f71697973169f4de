import { type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Database } from "./open"

/** How long a keyword's total is cached, ms (docs/contract.md#lists). */
const ttlMs = 30_000
/** Smaller totals are counted fast enough to be counted every time, rows. */
const minCached = 2_000
/** Cached totals per database; when there are more, all are dropped. */
const maxEntries = 1_000

type Entry = { at: number; value: unknown }
const caches = new WeakMap<Database, Map<string, Entry>>()

/**
 * Returns a count of keyword matches, cached for up to 30 s when it exceeds 2,000 rows: no index can count them without
 * reading every row.
 * @param where the condition that is counted; @param sizeOf the total of a count that has several parts
 */
export const cachedCount = async <T>(
  { db, clock }: { db: Database; clock: () => number },
  table: PgTable,
  where: SQL | undefined,
  count: () => Promise<T>,
  sizeOf: (value: T) => number,
): Promise<T> => {
  const cache = caches.get(db) ?? new Map<string, Entry>()
  caches.set(db, cache)
  const key = JSON.stringify(db.select({ one: sql`1` }).from(table).where(where).toSQL())
  const cached = cache.get(key)
  if (cached && clock() - cached.at < ttlMs) return cached.value as T
  const value = await count()
  if (cache.size >= maxEntries) cache.clear()
  if (sizeOf(value) >= minCached) cache.set(key, { at: clock(), value })
  else cache.delete(key)
  return value
}
