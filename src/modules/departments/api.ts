import { http } from "../../api/http"
import type { Department } from "../../contract/departments"
import { namedOptions } from "../../core/http/options"
import { list } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { can } from "../../state/features"

/** Departments of the company and of the platform (docs/contract.md#departments). */

export const departmentOptions = read("departments.options", (_: undefined) =>
  http.get("/department/list").then(list<Department>("departments")).then(namedOptions),
)

/** Whether the server knows the departments that a record is meant for, which are an extension (docs/contract.md#survey-record). */
export const takesDepartments = ({ departmentIds }: { departmentIds: readonly string[] }) =>
  can("records.members") || departmentIds.length > 0
