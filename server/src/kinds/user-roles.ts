import type { EmployeeRole } from "../../../src/contract/employees"
import type { Role } from "../../../src/contract/session"

/** The roles of employee records, by the roles of tokens and of the table (docs/contract.md#employee-record). */
export const recordRoles: Record<Role, EmployeeRole> = {
  User: "user",
  TenantAdmin: "tenantAdmin",
  Administrator: "administrator",
}

/** @param given either spelling, in any case */
export const roleOf = (given: string): Role | undefined =>
  (Object.keys(recordRoles) as Role[]).find(role => role.toLowerCase() === given.trim().toLowerCase())
