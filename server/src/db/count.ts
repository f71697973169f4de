import { type SQL, sql } from "drizzle-orm"
import { type Database, rowsOf } from "./open"

/** Something that is counted, by itself or in the statement that reads a page. */
export type Count<T> = {
  /** A select of one value. */
  query: SQL
  /** What the value means, as text. */
  read: (text: string) => T
}

/** The number of rows that a select counts. */
export const countOf = (query: SQL): Count<number> => ({ query, read: Number })

/** The value of a count as text, in a statement. */
export const countColumn = ({ query }: Count<unknown>): SQL<string> => sql<string>`(${query})::text`

export const readCount = async <T>(db: Database, count: Count<T>): Promise<T> => {
  const [row] = await rowsOf<{ counted: string }>(db, sql`select ${countColumn(count)} as counted`)
  return count.read(row?.counted ?? "")
}
