import { count, inArray, sql } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import { type Message, maxLength, type Rules, required, validate } from "../../../../src/core/rules"
import { platform, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { cities, categories as table } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import { trimmed } from "../../http/body"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { isUuid, readValid } from "../../http/request"
import { keepAudit } from "../../records/audit"
import { once } from "../../records/idempotency"

/** S7: one list of categories for all modules, and one of cities; the value is the list itself. */
export const categories = new Hono<Env>()

categories.get("/category/list", bearer, staff, async c => {
  const rows = await c.get("deps").db.select({ id: table.id, name: table.name }).from(table).orderBy(sql`fold_tr(${table.name})`)
  return ok(c, rows)
})

categories.get("/city/list", bearer, staff, async c => {
  const rows = await c
    .get("deps")
    .db.select({ id: cities.id, name: cities.name })
    .from(cities)
    .orderBy(sql`fold_tr(${cities.name})`)
  return ok(c, rows)
})

export const categoryBody = z.object({ name: trimmed })
const rules: Rules<z.infer<typeof categoryBody>> = { name: [required("category.nameRequired"), maxLength(100)] }

const exists = () => refuse({ kind: "invalid", fields: [{ field: "name", message: "category.exists" }] })

categories.post("/category/create", bearer, platform, async c => {
  const given = await readValid(c, categoryBody, given => validate(rules, given))
  const make = async (tx: Database) => {
    const [same] = await tx.select({ id: table.id }).from(table).where(sql`fold_tr(${table.name}) = fold_tr(${given.name}::text)`)
    if (same) return exists()
    const [row] = await tx.insert(table).values(given).returning({ id: table.id, name: table.name })
    if (!row) throw new Error("The category was not stored.")
    await keepAudit(c, tx, { action: "create", entity: "category", id: row.id, tenantId: null, after: row })
    return row
  }
  return ok(c, await once(c, given, make).catch(error => (isUniqueViolation(error) ? exists() : Promise.reject(error))))
})

/** @param before the categories that stand there already */
export const unknownCategory = async (
  db: Database,
  given: readonly string[],
  before: readonly string[] = [],
): Promise<Message | undefined> => {
  const added = given.filter(id => !before.includes(id))
  if (!added.length) return undefined
  if (!added.every(isUuid)) return "rule.categoryUnknown"
  const [known] = await db.select({ total: count() }).from(table).where(inArray(table.id, added))
  return Number(known?.total) === added.length ? undefined : "rule.categoryUnknown"
}
