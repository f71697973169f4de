import { boolean, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { at } from "./columns"

/** The table of what is announced to everybody, for Drizzle (server/migrations/0086_maintenance.sql). */
export const maintenance = pgTable("maintenance", {
  id: uuid("id").primaryKey().defaultRandom(),
  isOnly: boolean("is_only").notNull().default(true),
  text: text("text").notNull(),
  textEn: text("text_en").notNull(),
  startDate: at("start_date"),
  endDate: at("end_date"),
  isReadOnly: boolean("is_read_only").notNull(),
})
