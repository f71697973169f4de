import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import { type Department, type DepartmentDraft, rules } from "../../../../src/contract/departments"
import { validate } from "../../../../src/core/rules"
import { bearer } from "../../auth/bearer"
import { anyStaff, may, owned, reachOf } from "../../auth/policy"
import { departments as table } from "../../db/schema"
import { refuseField } from "../../errors/problem"
import { type Shape, trimmed } from "../../http/body"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { isUuid, readValid } from "../../http/request"
import { companyGroupOf } from "../../kinds/references"
import { addAuditEntry } from "../../records/audit"
import { idempotent } from "../../records/idempotency"
import { refuseOverQuota } from "../../records/quotas"

/** Departments: those of the platform, which every company may choose, and a company's own (docs/contract.md#departments). */
export const departments = new Hono<Env>()

/** Forms in which a department is chosen create one as well. */
const makesDepartments = may("write", ["employees", "draws", "announcements", "surveys"], { roles: ["TenantAdmin"] })

/** The envelope's value is the list. With `tenantId`, the departments that records of this company may name. */
departments.get("/department/list", bearer, anyStaff, async c => {
  const { db } = c.get("deps")
  const tenantId = c.req.query("tenantId")?.trim().toLowerCase()
  const companyIds = tenantId ? (isUuid(tenantId) ? await companyGroupOf(db, tenantId) : []) : undefined
  const isWithinReach = and(owned(table.tenantId, reachOf(c.get("actor"))), companyIds && inArray(table.tenantId, companyIds))
  const rows: Department[] = await db
    .select({ id: table.id, name: table.name, tenantId: table.tenantId })
    .from(table)
    .where(or(isNull(table.tenantId), isWithinReach))
    .orderBy(table.sortName, table.id)
  return ok(c, rows)
})

export const departmentBody = z.object({ name: trimmed(100) } satisfies Shape<DepartmentDraft>)

departments.post("/department/create", bearer, makesDepartments, async c => {
  const given = await readValid(c, departmentBody, given => validate(rules, given))
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
  return ok(c, answer)
})
