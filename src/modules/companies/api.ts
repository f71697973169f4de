import { http } from "../../api"
import { list } from "../../core/envelope"
import { read } from "../../core/query"

/** S7 Tenants: what other modules need of them. A company administrator gets its own company and its subsidiaries. */
export type Company = { id: string; name: string }

export const companyOptions = read("companies.options", async (_: undefined) =>
  (await http.get("/tenant/get-all").then(list<Company>("tenants"))).map(({ id, name }) => ({ value: id, label: name })),
)
