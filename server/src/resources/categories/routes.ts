import { type AnyColumn, sql } from "drizzle-orm"
import { z } from "zod"
import { type Category, type CategoryDraft, type City, rules } from "../../../../src/contract/categories"
import { validate } from "../../../../src/core/rules"
import { anyStaff, platform } from "../../auth/policy"
import { cities, categories as table } from "../../db/schema"
import { turkishOrder } from "../../db/turkish-order"
import { isUniqueViolation } from "../../errors/faults"
import { refuseField } from "../../errors/problem"
import { type Shape, trimmed } from "../../http/body"
import { addAuditEntry } from "../../records/audit"
import { idempotent } from "../../records/idempotency"
import { json, route } from "../../routes/route"
import { id, named, text } from "../../routes/schemas"

/** Categories and cities: one list of each for all modules (docs/contract.md#categories, docs/contract.md#cities). */

const category = named("Category", { id, name: text }) satisfies z.ZodType<Category>
const city = named("City", { id, name: text }) satisfies z.ZodType<City>

const folded = (column: AnyColumn) => sql`fold_tr(${column})`

const listCategories = route.get("/category/list", anyStaff, {
  summary: "Categories",
  answer: z.array(category),
  handler: async ({ deps: { db } }) => {
    return { value: await db.select({ id: table.id, name: table.name }).from(table).orderBy(turkishOrder(table.name)) }
  },
})

const listCities = route.get("/city/list", anyStaff, {
  summary: "Cities",
  answer: z.array(city),
  handler: async ({ deps: { db } }) => {
    return { value: await db.select({ id: cities.id, name: cities.name }).from(cities).orderBy(turkishOrder(cities.name)) }
  },
})

const refuseTaken = () => refuseField("name", "category.exists")

const createCategory = route.post("/category/create", platform, {
  summary: "Create a category",
  body: json(z.object({ name: trimmed(100) } satisfies Shape<CategoryDraft>)),
  required: ["name"],
  example: { name: "Bahçe ve balkon" },
  answer: category,
  handler: async ({ c, body }) => {
    const given = await body(given => validate(rules, given))
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
    return { value: answer }
  },
})

export const categories = [listCategories, createCategory, listCities]
