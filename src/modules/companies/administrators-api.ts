import type { Employee } from "../../contract/employees"
import type { Query } from "../../core/http/http"
import { read } from "../../core/http/query"
import { NotOffered } from "../../state/features"
import { listEmployees } from "../employees/api"

/** Reads the people of a role. A server that ignores the role sends other people too, who are not shown as administrators. */
const readRole = (part: string, role: Employee["role"]) =>
  read(`${listEmployees.tag}.${part}`, async (query: Query, signal) => {
    const page = await listEmployees({ ...query, role }, signal)
    if (page.rows.some(person => person.role !== role)) throw new NotOffered("employees.byRole", "tenant.notOffered")
    return page
  })

/** Administrators of companies. */
export const listAdmins = readRole("admins", "tenantAdmin")

/** Administrators of the platform. */
export const listPlatformAdmins = readRole("platformAdmins", "administrator")
