import type { Employee } from "../../contract/employees"
import type { Query } from "../../core/http/http"
import { read } from "../../core/http/query"
import { listEmployees } from "../employees/api"

const readRole = (part: string, role: Employee["role"]) =>
  read(`${listEmployees.tag}.${part}`, (query: Query, signal) => listEmployees({ ...query, role }, signal))

/** Administrators of companies. */
export const listAdmins = readRole("admins", "tenantAdmin")

/** Administrators of the platform. */
export const listPlatformAdmins = readRole("platformAdmins", "administrator")
