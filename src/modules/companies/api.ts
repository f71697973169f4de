import { http } from "../../api"
import { list } from "../../core/envelope"
import { namedOptions } from "../../core/options"
import { read } from "../../core/query"

/** S7 Tenants: what other modules need of them. A company administrator gets its own company and its subsidiaries. */
export const companyOptions = read("companies.options", (_: undefined) =>
  http.get("/tenant/get-all").then(list<{ id: string; name: string }>("tenants")).then(namedOptions),
)
