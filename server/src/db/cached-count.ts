import { type SQL, sql } from "drizzle-orm"
import { PgDialect, type PgTable } from "drizzle-orm/pg-core"
import type { Database } from "./open"

/** How long a keyword's total is cached, ms (docs/contract.md#lists). */
const ttlMs = 30_000
/** Smaller totals are counted fast enough to be counted every time, rows. */
const minCached = 2_000
/** Cached totals per database; when there are more, all are dropped. */
const maxEntries = 1_000

const dialect = new PgDialect()

type Entry = { at: number; value: unknown }
const caches = new WeakMap<Database, Map<string, Entry>>()

/** A cached count of one condition. */
export type Cached<T> = { known: T | undefined; keep: (value: T) => void }

/**
 * The count of keyword matches that is cached for up to 30 s when it exceeds 2,000 rows: no index can count them without
 * reading every row.
 * @param where the condition that is counted; @param sizeOf the total of a count that has several parts
 */
export const cached = <T>(
  { db, clock }: { db: Database; clock: () => number },
  table: PgTable,
  where: SQL | undefined,
  sizeOf: (value: T) => number,
): Cached<T> => {
  const cache = caches.get(db) ?? new Map<string, Entry>()
  caches.set(db, cache)
  const key = JSON.stringify(dialect.sqlToQuery(sql`${table} ${where}`))
  const entry = cache.get(key)
  return {
    known: entry && Math.abs(clock() - entry.at) < ttlMs ? (entry.value as T) : undefined,
    keep: value => {
      if (cache.size >= maxEntries) cache.clear()
      if (sizeOf(value) >= minCached) cache.set(key, { at: clock(), value })
      else cache.delete(key)
    },
  }
}

/** Returns a count, by `cached`. */
export const cachedCount = async <T>(
  deps: { db: Database; clock: () => number },
  table: PgTable,
  where: SQL | undefined,
  count: () => Promise<T>,
  sizeOf: (value: T) => number,
): Promise<T> => {
  const { known, keep } = cached(deps, table, where, sizeOf)
  if (known !== undefined) return known
  const value = await count()
  keep(value)
  return value
}
