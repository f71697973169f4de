import { KeyedError } from "../../core/http/errors"
import type { Query } from "../../core/http/http"
import { read } from "../../core/http/query"
import { listEmployees } from "../employees/api"

const role = "tenantAdmin"

/** Administrators of companies. A server that ignores the role sends other people too, who are not shown as administrators. */
export const listAdmins = read(`${listEmployees.tag}.admins`, async (query: Query, signal) => {
  const page = await listEmployees({ ...query, role }, signal)
  if (page.rows.some(person => person.role !== role)) throw new KeyedError("tenant.notOffered")
  return page
})
