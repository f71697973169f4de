import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { companyOptions } from "../owners/api"
import { cityOptions, getCompany, listCompanies } from "./api"
import { companies } from "./resource"

export { List } from "./list"

export const { Add, Edit, View, loadHistory } = lazyRecord(() => import("./record"))

export const prefetch = prefetchModule(companies, {
  list: listCompanies,
  one: getCompany,
  options: [cityOptions, companyOptions],
})
