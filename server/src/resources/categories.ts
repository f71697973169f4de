import { sql } from "drizzle-orm"
import { Hono } from "hono"
import type { Env } from "../app"
import { ok } from "../envelope"
import { staff } from "../policy"
import { categories as table } from "../schema"
import { bearer } from "../tokens"

/** S7: one list of categories for all modules; the value is the list itself. */
export const categories = new Hono<Env>()

categories.get("/category/list", bearer, staff, async c => {
  const rows = await c.get("deps").db.select({ id: table.id, name: table.name }).from(table).orderBy(sql`fold_tr(${table.name})`)
  return ok(c, rows)
})
