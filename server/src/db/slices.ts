import { type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { type Database, rowsOf } from "./open"

/** Rows that one statement deletes or changes: with any number of rows it stays far below the limit of a statement. */
export const slice = 1_000

/** Repeats a statement until it finds fewer rows than a slice. @returns how many it found */
export const inSlices = async (statement: () => PromiseLike<unknown[]>): Promise<number> => {
  for (let found = 0; ; ) {
    const { length } = await statement()
    found += length
    if (length < slice) return found
  }
}

/** The condition of the next rows of a table that a statement takes. */
export const oneSlice = (table: PgTable | SQL, where: SQL | undefined) =>
  sql`ctid = any(array(select ctid from ${table} where ${where} limit ${slice}))`

/** Deletes rows in slices. @returns how many */
export const deleteRows = (db: Database, table: PgTable | SQL, where: SQL | undefined) =>
  inSlices(() => rowsOf(db, sql`delete from ${table} where ${oneSlice(table, where)} returning 1 as found`))
