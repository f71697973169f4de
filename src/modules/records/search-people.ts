import { nameOf } from "../../contract/employees"
import { activeStatuses } from "../../core/codes"
import type { Option } from "../../core/http/options"
import { joinTexts } from "../../core/text/join-texts"
import { can } from "../../state/features"
import { listEmployees } from "../employees/api"

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
