import { prefetchModule } from "../../ui/pages/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { getPartner, listPartners } from "./api"
import { partners } from "./resource"

export { Add, Edit, history } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule(partners, {
  list: listPartners,
  one: getPartner,
  options: [categoryOptions, companyOptions],
})
