import { timestamp } from "drizzle-orm/pg-core"

/** A column with an instant. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })
