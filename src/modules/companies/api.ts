import { http } from "../../api"
import { list } from "../../core/envelope"
import { namedOptions } from "../../core/options"
import { read } from "../../core/query"

/** Companies in the user's reach (docs/contract.md#company-calls). */
export const companyOptions = read("companies.options", (_: undefined) =>
  http.get("/tenant/get-all").then(list<{ id: string; name: string }>("tenants")).then(namedOptions),
)
