import { and, eq, sql } from "drizzle-orm"
import { modules as allModules } from "../../../src/contract/modules"
import { type ModuleFlags, moduleDefaults } from "../../../src/contract/permissions/module-flags"
import type { Role } from "../../../src/contract/session"
import type { Database } from "../db/open"
import { tenants, users } from "../db/schema"
import type { Actor } from "../http/context"
import { maySignIn } from "./sessions"

/** What is read of a person and the joined company to know what they may do. */
export const actorColumns = {
  userId: users.id,
  email: users.email,
  role: users.role,
  tenantId: tenants.id,
  subsidiaryIds: sql<string | null>`(select string_agg(subsidiary.id::text, ',') from ${tenants} subsidiary
    where subsidiary.parent_id = ${tenants.id} and subsidiary.deleted_at is null)`,
  permissions: users.permissions,
  modules: tenants.modules,
}

type Columns = {
  userId: string
  email: string
  role: Role
  tenantId: string | null
  subsidiaryIds: string | null
  permissions: string[]
  modules: Partial<ModuleFlags> | null
}

/** What is answered as the permissions of somebody who sees a company as its administrator does: a console offers no writing. */
export const readOnly = allModules.map(module => `${module}.read`)

/** @param isViewing whether an administrator of the platform sees the company as its administrator does */
export const actorOf = (row: Columns, sessionId: string, isViewing = false): Actor => {
  const { userId, email, role, tenantId, subsidiaryIds, permissions, modules } = row
  const reach = tenantId ? [tenantId, ...(subsidiaryIds?.split(",") ?? [])] : []
  const of = { userId, email, tenantId, reach, flags: { ...moduleDefaults, ...modules }, sessionId, isViewing }
  return Object.freeze(isViewing ? { ...of, role: "TenantAdmin", permissions: [] } : { ...of, role, permissions })
}

/** The person as an actor without a session; undefined for one who may not sign in. */
export const readActor = async (db: Database, userId: string): Promise<Actor | undefined> => {
  const [row] = await db
    .select(actorColumns)
    .from(users)
    .leftJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.id, userId), maySignIn))
  return row && actorOf(row, "")
}
