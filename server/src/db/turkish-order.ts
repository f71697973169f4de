import { type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"

/** The key by which a text is sorted as the console sorts it (migration 0059). Titles and names of records have theirs stored, as `sortName`. */
export const turkishOrder = (text: PgColumn): SQL => sql`(sort_tr(${text}) collate "C")`
