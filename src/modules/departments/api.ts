import { http } from "../../api"
import { list, one } from "../../core/envelope"
import { namedOptions } from "../../core/options"
import { read } from "../../core/query"
import { write } from "../../state/instances"
import type { OptionCreator } from "../../ui/forms/choice-field"

/** S7: the departments that a company may choose, its own and the platform's. */
type Department = { id: string; name: string }

export const departmentOptions = read("departments.options", (_: undefined) =>
  http.get("/department/list").then(list<Department>("departments")).then(namedOptions),
)

const addDepartment = write("departments", async (name: string) => {
  const { record } = await http.post("/department/create", { name }).then(one<Department>())
  return { value: record.id, label: record.name }
})

/** Companies create their own departments. */
export const departmentCreator: OptionCreator = { role: "TenantAdmin", create: addDepartment }
