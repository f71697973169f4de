import { isNull } from "drizzle-orm"
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
import { findNamed, lookups, offerAgain } from "../../records/lookups"
import { json, literalTrue, route } from "../../routes/route"
import { id, named, text } from "../../routes/schemas"
import { lookupRoutes } from "../lookup-routes"

/** Categories and cities: one list of each for all modules (docs/contract.md#categories, docs/contract.md#cities). */

const category = named("Category", { id, name: text, isRetired: literalTrue.optional() }) satisfies z.ZodType<Category>
const city = named("City", { id, name: text }) satisfies z.ZodType<City>

const present = ({ id, name, retiredAt }: { id: string; name: string; retiredAt: Date | null }): Category => ({
  id,
  name,
  ...(retiredAt && { isRetired: true }),
})

const listCategories = route.get("/category/list", anyStaff, {
  summary: "Categories",
  answer: z.array(category),
  handler: async ({ deps: { db } }) => {
    const rows = await db.select().from(table).where(isNull(table.deletedAt)).orderBy(turkishOrder(table.name))
    return { value: rows.map(present) }
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
      const same = await findNamed(tx, lookups.category, given.name, null)
      if (same.some(({ retiredAt }) => !retiredAt)) return refuseTaken()
      const [retired] = same
      if (retired) return { answer: present(await offerAgain(c, tx, lookups.category, retired)) }
      const [row] = await tx.insert(table).values(given).returning()
      if (!row) throw new Error("The category was not stored.")
      await addAuditEntry(c, tx, { action: "create", entity: "category", id: row.id, tenantId: null, after: row })
      return { answer: present(row) }
    })
    const { answer } = await created.catch(error => (isUniqueViolation(error) ? refuseTaken() : Promise.reject(error)))
    return { value: answer }
  },
})

export const categories = [
  listCategories,
  createCategory,
  ...lookupRoutes(lookups.category, { reads: platform, writes: platform }, { one: "category", many: "categories" }),
  listCities,
]
