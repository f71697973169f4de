import { and, count, desc, eq, sql } from "drizzle-orm"
import { Hono } from "hono"
import { roles } from "../../../../src/contract/employees"
import { staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { departments, tenants, users } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { visible as visibleCompanies } from "../tenants/output"
import { roleOf } from "../users/input"
import { visible as visiblePeople } from "../users/output"
import { monthOf, monthsUpTo } from "./months"

/** S7 /api/dashboard and its user-metrics: how many companies and people there are in the actor's reach. */
export const figures = new Hono<Env>()

const active = (column: typeof users.status | typeof tenants.activeStatus) =>
  sql<number>`(count(*) filter (where ${column} = 1))::int`

figures.get("/api/dashboard", bearer, staff, async c => {
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const [companies] = await db
    .select({
      total: count(),
      active: active(tenants.activeStatus),
      subsidiaries: sql<number>`count(${tenants.parentId})::int`,
    })
    .from(tenants)
    .where(visibleCompanies(actor))
  const [people] = await db
    .select({ total: count(), active: active(users.status) })
    .from(users)
    .where(visiblePeople(actor))
  return ok(c, {
    tenants: { ...companies, inactive: (companies?.total ?? 0) - (companies?.active ?? 0) },
    users: { ...people, inactive: (people?.total ?? 0) - (people?.active ?? 0) },
  })
})

figures.get("/api/dashboard/user-metrics", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const among = and(visiblePeople(c.get("actor")), sql`${users.role} <> 'Administrator'`)
  const byRole = await db
    .select({ role: users.role, total: count(), active: active(users.status) })
    .from(users)
    .where(among)
    .groupBy(users.role)
  const byDepartment = await db
    .select({ departmentId: users.departmentId, departmentName: departments.name, total: count() })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(among)
    .groupBy(users.departmentId, departments.name)
    .orderBy(desc(count()), departments.name)
  const months = monthsUpTo(monthOf(clock(), config.timeZone))
  const month = sql<string>`to_char(${users.hiredAt}, 'YYYY-MM')`
  const hired = await db
    .select({ month, total: count() })
    .from(users)
    .where(and(among, sql`${users.hiredAt} >= ${`${months[0]}-01`}::date`))
    .groupBy(sql`1`)
  const begun = new Map(hired.map(row => [row.month, row.total]))
  const sum = (of: "total" | "active") => byRole.reduce((all, row) => all + row[of], 0)
  return ok(c, {
    total: sum("total"),
    active: sum("active"),
    inactive: sum("total") - sum("active"),
    byRole: Object.fromEntries(roles.names.map(name => [name, byRole.find(row => row.role === roleOf(name))?.total ?? 0])),
    byDepartment,
    hiredByMonth: months.map(month => ({ month, total: begun.get(month) ?? 0 })),
  })
})
