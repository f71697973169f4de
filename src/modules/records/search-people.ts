import { nameOf } from "../../contract/employees"
import { activeStatuses } from "../../core/codes"
import { pool } from "../../core/concurrency/pool"
import type { Option } from "../../core/http/options"
import { read } from "../../core/http/query"
import { joinTexts } from "../../core/text/join-texts"
import { can } from "../../state/features"
import { cache } from "../../state/instances"
import { getEmployee, listEmployees } from "../employees/api"

/** Finds people of a company, or with "" all in reach, by name or e-mail. @param among all: also those who have left, for what is past */
export const searchPeople =
  (tenantId: string, among: "active" | "all" = "active") =>
  async (keyword: string, signal: AbortSignal) => {
    const query = {
      page: 0,
      pageSize: 20,
      keyword,
      ...(among === "active" && { status: activeStatuses.value("active") }),
      ...(tenantId && can("lists.byOwner") && { tenantId }),
      sortBy: "name",
      sortOrder: "asc",
    }
    const { rows } = await listEmployees(query, signal)
    return rows.map((row): Option => ({ value: row.id, label: nameOf(row), hint: joinTexts(row.email, row.departmentName) }))
  }

/** The name of each person by id; people who cannot be read are left out. */
export const peopleOptions = read("employees.names", async (ids: readonly string[]): Promise<Option[]> => {
  const results = await pool(ids, 4, id => cache.load(getEmployee, id))
  return results.flatMap(result =>
    result?.status === "fulfilled"
      ? [{ value: result.value.record.id, label: nameOf(result.value.record), hint: result.value.record.email }]
      : [],
  )
})
