import { type SQL, sql } from "drizzle-orm"
import { type Database, rowsOf } from "./open"

/** Something that is counted. */
export type Count<T> = {
  /** A select of one value. */
  query: SQL
  /** What the value means, as text. */
  read: (text: string) => T
}

/** The number of rows that a select counts. */
export const countOf = (query: SQL): Count<number> => ({ query, read: Number })

export const readCount = async <T>(db: Database, { query, read }: Count<T>): Promise<T> => {
  const [row] = await rowsOf<{ counted: string }>(db, sql`select (${query})::text as counted`)
  return read(row?.counted ?? "")
}
