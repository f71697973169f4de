import { type AnyColumn, and, eq, inArray, isNull } from "drizzle-orm"
import type { Employee } from "../../../../src/contract/employees"
import type { Wire } from "../../../../src/contract/wire"
import { reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { departments, users as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../kinds/entities"
import { storedMembers } from "../../kinds/stored-members"
import { stored } from "./input"
import { recordRoles } from "./roles"

/** A stored person with the names of company and department: who may read it, and the members of the answer. */
type Joined = { row: RowOf<"user">; tenantName: string | null; departmentName: string | null }

export const presentUser = ({ row, tenantName, departmentName }: Joined) =>
  ({
    ...stored.members(row),
    tenantName,
    role: recordRoles[row.role],
    isInvited: row.role !== "User" && row.signedInAt === null,
    departmentName,
    ...storedMembers(row),
  }) satisfies Wire<Employee>

export const selectUsers = (db: Database) =>
  db
    .select({ row: table, tenantName: tenants.name, departmentName: departments.name })
    .from(table)
    .leftJoin(tenants, eq(tenants.id, table.tenantId))
    .leftJoin(departments, eq(departments.id, table.departmentId))

/** People, or their tallies, within the actor's reach; for the platform all, its own administrators included. */
export const withinReach = (actor: Actor, { tenantId }: { tenantId: AnyColumn }) => {
  const reach = reachOf(actor)
  return reach === "all" ? undefined : inArray(tenantId, [...reach])
}

export const visibleUsers = (actor: Actor) => and(isNull(table.deletedAt), withinReach(actor, table))
