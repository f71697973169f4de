import { http } from "../../api/http"
import type { Department } from "../../contract/departments"
import { namedOptions, readOptions } from "../../core/http/options"
import { list } from "../../core/http/pages"
import { can } from "../../state/features"

/** Departments of the company and of the platform (docs/contract.md#departments). */

export const departmentOptions = readOptions("departments.options", (query, signal) =>
  http.get("/department/list", { query, signal }).then(list<Department>("departments")).then(namedOptions),
)

/** Whether the server knows the departments that a record is meant for, which are an extension (docs/contract.md#survey-record). */
export const takesDepartments = ({ departmentIds }: { departmentIds: readonly string[] }) =>
  can("records.members") || departmentIds.length > 0
