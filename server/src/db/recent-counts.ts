import { type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Database } from "./open"

/** How old a keyword's total may be, ms (decisions §12, Lists). */
const life = 30_000
/** From so many rows on it is told again: fewer are counted in no time. */
const many = 2_000
const most = 1_000

type Told = { at: number; value: unknown }
const told = new WeakMap<Database, Map<string, Told>>()

/**
 * A count of what holds a keyword, told again for a while where it is large: no index knows it without reading every row.
 * @param where the whole condition that is counted by
 */
export const lately = async <T>(
  { db, clock }: { db: Database; clock: () => number },
  table: PgTable,
  where: SQL | undefined,
  count: () => Promise<T>,
  sizeOf: (value: T) => number,
): Promise<T> => {
  const known = told.get(db) ?? new Map<string, Told>()
  told.set(db, known)
  const key = JSON.stringify(db.select({ one: sql`1` }).from(table).where(where).toSQL())
  const last = known.get(key)
  if (last && clock() - last.at < life) return last.value as T
  const value = await count()
  if (known.size >= most) known.clear()
  if (sizeOf(value) >= many) known.set(key, { at: clock(), value })
  else known.delete(key)
  return value
}
