import { and, inArray, isNull, or } from "drizzle-orm"
import { z } from "zod"
import { type Department, type DepartmentDraft, rules } from "../../../../src/contract/departments"
import { maxOptions } from "../../../../src/core/http/options"
import { validate } from "../../../../src/core/rules"
import { anyStaff, may, owned, reachOf } from "../../auth/policy"
import { departments as table } from "../../db/schema"
import { refuseField } from "../../errors/problem"
import { type Shape, trimmed } from "../../http/body"
import { optionFilter } from "../../http/list"
import { isUuid } from "../../http/request"
import { companyGroupOf } from "../../kinds/references"
import { idempotent } from "../../records/idempotency"
import { addDepartment, departmentModules, lookups } from "../../records/lookups"
import { json, literalTrue, route } from "../../routes/route"
import { id, named, optionQuery, text } from "../../routes/schemas"
import { lookupRoutes } from "../lookup-routes"

/** Departments: those of the platform, which every company may choose, and a company's own (docs/contract.md#departments). */

const department = named("Department", {
  id,
  name: text,
  tenantId: id.nullable(),
  isRetired: literalTrue.optional(),
}) satisfies z.ZodType<Department>

/** Forms in which a department is chosen create one as well. */
const makesDepartments = may("write", departmentModules, { roles: ["TenantAdmin"] })

const keepsDepartments = { reads: may("read", departmentModules), writes: may("write", departmentModules) }

type Row = Omit<Department, "isRetired"> & { retiredAt: Date | null }
const present = ({ id, name, tenantId, retiredAt }: Row): Department => ({
  id,
  name,
  tenantId,
  ...(retiredAt && { isRetired: true }),
})

/** The envelope's value is the list. With `tenantId`, the departments that records of this company may name; `platform`: the platform's. */
const list = route.get("/department/list", anyStaff, {
  summary: "Departments, the first 1,000",
  query: { tenantId: text, ...optionQuery },
  answer: z.array(department),
  handler: async ({ c, deps: { db }, query }) => {
    const tenantId = query.tenantId?.trim().toLowerCase()
    const companyIds = tenantId ? (isUuid(tenantId) ? await companyGroupOf(db, tenantId) : []) : undefined
    const isWithinReach = and(owned(table.tenantId, reachOf(c.get("actor"))), companyIds && inArray(table.tenantId, companyIds))
    const { id, name, retiredAt } = table
    const rows = await db
      .select({ id, name, tenantId: table.tenantId, retiredAt })
      .from(table)
      .where(and(isNull(table.deletedAt), or(isNull(table.tenantId), isWithinReach), optionFilter(table, query)))
      .orderBy(table.sortName, table.id)
      .limit(maxOptions)
    return { value: rows.map(present) }
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
    const { answer } = await idempotent(c, given, async tx => {
      const row = await addDepartment(c, tx, given.name, tenantId)
      return row ? { answer: present(row as Row) } : refuseField("name", "department.nameTaken")
    })
    return { value: answer }
  },
})

export const departments = [
  list,
  create,
  ...lookupRoutes(lookups.department, keepsDepartments, { one: "department", many: "departments" }),
]
