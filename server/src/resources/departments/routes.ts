import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import { maxLength, required, validate } from "../../../../src/core/rules"
import { allow, owned, reachOf, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { departments as table } from "../../db/schema"
import { trimmed } from "../../http/body"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { isUuid, readValid } from "../../http/request"
import { keepAudit } from "../../records/audit"
import { once } from "../../records/idempotency"
import { familyOf, refuseField } from "../../records/references"

/** S7 Departments: the platform's, which every company starts with, and a company's own. */
export const departments = new Hono<Env>()

/** The value is the list itself; `tenantId` leaves those that this company may name. */
departments.get("/department/list", bearer, staff, async c => {
  const { db } = c.get("deps")
  const tenantId = c.req.query("tenantId")?.trim().toLowerCase()
  const family = tenantId ? (isUuid(tenantId) ? await familyOf(db, tenantId) : []) : undefined
  const rows = await db
    .select({ id: table.id, name: table.name, tenantId: table.tenantId })
    .from(table)
    .where(
      or(isNull(table.tenantId), and(owned(table.tenantId, reachOf(c.get("actor"))), family && inArray(table.tenantId, family))),
    )
    .orderBy(sql`fold_tr(${table.name})`, table.id)
  return ok(c, rows)
})

export const departmentBody = z.object({ name: trimmed })
type Body = z.infer<typeof departmentBody>

departments.post("/department/create", bearer, allow("TenantAdmin"), async c => {
  const rules = { name: [required<Body>("department.nameRequired"), maxLength<Body>(100)] }
  const given = await readValid(c, departmentBody, given => validate(rules, given))
  const { tenantId } = c.get("actor")
  const taken = () => refuseField("name", "department.nameTaken")
  const value = await once(c, given, async tx => {
    const [platforms] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(isNull(table.tenantId), eq(sql`fold_tr(${table.name})`, sql`fold_tr(${given.name})`)))
    if (platforms) return taken()
    const [row] = await tx
      .insert(table)
      .values({ tenantId, name: given.name, createdAt: new Date(c.get("deps").clock()) })
      .onConflictDoNothing()
      .returning()
    if (!row) return taken()
    await keepAudit(c, tx, { action: "create", entity: "department", id: row.id, tenantId, after: row })
    return { id: row.id, name: row.name, tenantId: row.tenantId }
  })
  return ok(c, value)
})
