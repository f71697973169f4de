import { type AnyColumn, and, count, desc, eq, sql } from "drizzle-orm"
import type { Context } from "hono"
import type { DashboardFigures, UserMetrics } from "../../../../src/contract/dashboard"
import { allRoles } from "../../../../src/contract/employees"
import { maxOptions } from "../../../../src/core/http/options"
import { departments, peopleTallies as tallies, tenants, users } from "../../db/schema"
import type { Env } from "../../http/context"
import { tenant } from "../../kinds/tenant"
import { user, withinReach } from "../../kinds/user"
import { roleOf } from "../../kinds/user-roles"
import { monthOf, monthsUpTo } from "./months"

/** Companies and people within the actor's reach. */
const activeCount = (column: AnyColumn) => sql<number>`(count(*) filter (where ${column} = 1))::int`

/** People by their tallies (migration 0006): no figure reads them one by one. */
const peopleTotals = {
  total: sql<number>`coalesce(sum(${tallies.people}), 0)::int`,
  active: sql<number>`coalesce(sum(${tallies.people}) filter (where ${tallies.status} = 1), 0)::int`,
}

const withInactive = <T extends { total: number; active: number }>(figures: T) => ({
  ...figures,
  inactive: figures.total - figures.active,
})

export const readFigures = async (c: Context<Env>): Promise<DashboardFigures> => {
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const [companies = { total: 0, active: 0, subsidiaries: 0 }] = await db
    .select({
      total: count(),
      active: activeCount(tenants.activeStatus),
      subsidiaries: sql<number>`count(${tenants.parentId})::int`,
    })
    .from(tenants)
    .where(tenant.visible(actor))
  const [people = { total: 0, active: 0 }] = await db.select(peopleTotals).from(tallies).where(withinReach(actor, tallies))
  return { tenants: withInactive(companies), users: withInactive(people) }
}

/** People of the list within the actor's reach. */
export const readUserMetrics = async (c: Context<Env>): Promise<UserMetrics> => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const isCounted = withinReach(actor, tallies)
  const byRole = await db
    .select({ role: tallies.role, ...peopleTotals })
    .from(tallies)
    .where(isCounted)
    .groupBy(tallies.role)
  const { total } = peopleTotals
  const byDepartment = await db
    .select({ departmentId: tallies.departmentId, departmentName: departments.name, total })
    .from(tallies)
    .leftJoin(departments, eq(departments.id, tallies.departmentId))
    .where(isCounted)
    .groupBy(tallies.departmentId, departments.name, departments.sortName)
    .having(sql`${total} <> 0`)
    .orderBy(desc(total), departments.sortName)
    .limit(maxOptions)
  const months = monthsUpTo(monthOf(clock(), config.timeZone))
  const month = sql<string>`to_char(${users.hiredAt}, 'YYYY-MM')`
  const hired = await db
    .select({ month, total: count() })
    .from(users)
    .where(and(user.visible(actor), sql`${users.hiredAt} >= ${`${months[0]}-01`}::date`))
    .groupBy(sql`1`)
  const hiredInMonth = new Map(hired.map(row => [row.month, row.total]))
  const sum = (of: "total" | "active") => byRole.reduce((all, row) => all + row[of], 0)
  return {
    ...withInactive({ total: sum("total"), active: sum("active") }),
    byRole: Object.fromEntries(allRoles.names.map(name => [name, byRole.find(row => row.role === roleOf(name))?.total ?? 0])),
    byDepartment,
    hiredByMonth: months.map(month => ({ month, total: hiredInMonth.get(month) ?? 0 })),
  }
}
