import { http } from "../../api"
import { list } from "../../core/envelope"
import { read } from "../../core/query"

/** S7: the departments that a company may name, its own and the platform's. */
export type Department = { id: string; name: string }

export const departmentOptions = read("departments.options", async (_: undefined) =>
  (await http.get("/department/list").then(list<Department>("departments"))).map(({ id, name }) => ({ value: id, label: name })),
)
