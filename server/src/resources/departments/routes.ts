import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { z } from "zod"
import { type Department, type DepartmentDraft, rules } from "../../../../src/contract/departments"
import { validate } from "../../../../src/core/rules"
import { anyStaff, may, owned, reachOf } from "../../auth/policy"
import { departments as table } from "../../db/schema"
import { refuseField } from "../../errors/problem"
import { type Shape, trimmed } from "../../http/body"
import { isUuid } from "../../http/request"
import { companyGroupOf } from "../../kinds/references"
import { addAuditEntry } from "../../records/audit"
import { idempotent } from "../../records/idempotency"
import { refuseOverQuota } from "../../records/quotas"
import { json, route } from "../../routes/route"
import { id, named, text } from "../../routes/schemas"

/** Departments: those of the platform, which every company may choose, and a company's own (docs/contract.md#departments). */

const department = named("Department", { id, name: text, tenantId: id.nullable() }) satisfies z.ZodType<Department>

/** Forms in which a department is chosen create one as well. */
const makesDepartments = may("write", ["employees", "draws", "announcements", "surveys"], { roles: ["TenantAdmin"] })

/** The envelope's value is the list. With `tenantId`, the departments that records of this company may name. */
const list = route.get("/department/list", anyStaff, {
  summary: "Departments",
  query: { tenantId: id },
  answer: z.array(department),
  handler: async ({ c, deps: { db }, query }) => {
    const tenantId = query.tenantId?.trim().toLowerCase()
    const companyIds = tenantId ? (isUuid(tenantId) ? await companyGroupOf(db, tenantId) : []) : undefined
    const isWithinReach = and(owned(table.tenantId, reachOf(c.get("actor"))), companyIds && inArray(table.tenantId, companyIds))
    const value = await db
      .select({ id: table.id, name: table.name, tenantId: table.tenantId })
      .from(table)
      .where(or(isNull(table.tenantId), isWithinReach))
      .orderBy(table.sortName, table.id)
    return { value }
  },
})

const create = route.post("/department/create", makesDepartments, {
  summary: "Create a department",
  body: json(z.object({ name: trimmed(100) } satisfies Shape<DepartmentDraft>)),
  required: ["name"],
  example: { name: "Araştırma" },
  answer: department,
  handler: async ({ c, body }) => {
    const given = await body(given => validate(rules, given))
    const { tenantId } = c.get("actor")
    const refuseTaken = () => refuseField("name", "department.nameTaken")
    const { answer } = await idempotent(c, given, async tx => {
      const isInReach = or(isNull(table.tenantId), tenantId ? eq(table.tenantId, tenantId) : undefined)
      const [same] = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(isInReach, eq(table.search, sql`fold_tr(${given.name})`)))
      if (same) return refuseTaken()
      const [row] = await tx
        .insert(table)
        .values({ tenantId, name: given.name, createdAt: new Date(c.get("deps").clock()) })
        .onConflictDoNothing()
        .returning()
      if (!row) return refuseTaken()
      await refuseOverQuota(tx, tenantId, "department")
      await addAuditEntry(c, tx, { action: "create", entity: "department", id: row.id, tenantId, after: row })
      return { answer: { id: row.id, name: row.name, tenantId: row.tenantId } satisfies Department }
    })
    return { value: answer }
  },
})

export const departments = [list, create]
