import { allRoles, blank, type Employee, type EmployeeDraft, type EmployeeRole, nameOf } from "../../contract/employees"
import { joinTexts } from "../../core/text/join-texts"
import { activeStatusLook } from "../../ui/display/active-status"
import type { CodeLook } from "../../ui/display/badge"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"

export const employees = {
  tag: "employees",
  texts: "employee",
  icon: "users",
  list: { pageSize: 8, sortBy: "name", sortOrder: "asc" },
  titleOf: employee => nameOf(employee) || employee.email,
  isPerson: true,
  noteOf: ({ email, tenantName }) => joinTexts(email, tenantName),
  status: activeStatusLook,
  labels: labelsOf("employee", blank),
} satisfies Resource<Employee, EmployeeDraft>

export const roleLook: CodeLook<EmployeeRole> = {
  of: allRoles,
  texts: "employee.roles",
  tones: { user: "neutral", tenantAdmin: "info", administrator: "warning" },
}

/** The list of all people in reach, which changes nothing. */
export const users = { ...employees, tag: "users", title: "nav.users" } satisfies Resource<Employee, EmployeeDraft>

/** The same list for a company, whose employees have their own: of its administrators. */
export const companyUsers = { ...users, texts: "user" } satisfies Resource<Employee, EmployeeDraft>
