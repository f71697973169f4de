import { prefetchModule } from "../../ui/pages/prefetch"
import { companyOptions } from "../owners/api"
import { cityOptions, getCompany, listCompanies } from "./api"
import { companies } from "./resource"

export { Add, Edit } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule(companies, {
  list: listCompanies,
  one: getCompany,
  options: [cityOptions, companyOptions],
})
