import { sql } from "drizzle-orm"

/** Values as the rows of a subquery: the statement is the same for any number of them. */

export const textRows = (texts: readonly string[]) =>
  sql`(select value from jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`

export const idRows = (ids: readonly string[]) =>
  sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`
