import { nameOf } from "../../contract/employees"
import { activeStatuses } from "../../core/codes"
import type { Option } from "../../core/http/options"
import { joinTexts } from "../../core/text/join-texts"
import { can } from "../../state/features"
import { listEmployees } from "../employees/api"

/** Finds active people of a company, or with "" all in reach, by name or e-mail. */
export const searchPeople = (tenantId: string) => async (keyword: string, signal: AbortSignal) => {
  const query = {
    page: 0,
    pageSize: 20,
    keyword,
    status: activeStatuses.value("active"),
    ...(tenantId && can("lists.byOwner") && { tenantId }),
    sortBy: "name",
    sortOrder: "asc",
  }
  const { rows } = await listEmployees(query, signal)
  return rows.map((row): Option => ({ value: row.id, label: nameOf(row), hint: joinTexts(row.email, row.departmentName) }))
}
