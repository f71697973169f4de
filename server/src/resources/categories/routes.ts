import { type AnyColumn, sql } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import { type Category, type CategoryDraft, type City, rules } from "../../../../src/contract/categories"
import { validate } from "../../../../src/core/rules"
import { bearer } from "../../auth/bearer"
import { anyStaff, platform } from "../../auth/policy"
import { cities, categories as table } from "../../db/schema"
import { turkishOrder } from "../../db/turkish-order"
import { isUniqueViolation } from "../../errors/faults"
import { refuseField } from "../../errors/problem"
import { type Shape, trimmed } from "../../http/body"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { readValid } from "../../http/request"
import { addAuditEntry } from "../../records/audit"
import { idempotent } from "../../records/idempotency"

/** Categories and cities: one list of each for all modules (docs/contract.md#categories, docs/contract.md#cities). */
export const categories = new Hono<Env>()

const folded = (column: AnyColumn) => sql`fold_tr(${column})`

categories.get("/category/list", bearer, anyStaff, async c => {
  const { db } = c.get("deps")
  const rows: Category[] = await db.select({ id: table.id, name: table.name }).from(table).orderBy(turkishOrder(table.name))
  return ok(c, rows)
})

categories.get("/city/list", bearer, anyStaff, async c => {
  const { db } = c.get("deps")
  const rows: City[] = await db.select({ id: cities.id, name: cities.name }).from(cities).orderBy(turkishOrder(cities.name))
  return ok(c, rows)
})

export const categoryBody = z.object({ name: trimmed(100) } satisfies Shape<CategoryDraft>)

const refuseTaken = () => refuseField("name", "category.exists")

categories.post("/category/create", bearer, platform, async c => {
  const given = await readValid(c, categoryBody, given => validate(rules, given))
  const created = idempotent(c, given, async tx => {
    const [same] = await tx
      .select({ id: table.id })
      .from(table)
      .where(sql`${folded(table.name)} = fold_tr(${given.name}::text)`)
    if (same) return refuseTaken()
    const [row] = await tx.insert(table).values(given).returning({ id: table.id, name: table.name })
    if (!row) throw new Error("The category was not stored.")
    await addAuditEntry(c, tx, { action: "create", entity: "category", id: row.id, tenantId: null, after: row })
    return { answer: row satisfies Category }
  })
  const { answer } = await created.catch(error => (isUniqueViolation(error) ? refuseTaken() : Promise.reject(error)))
  return ok(c, answer)
})
