import { prefetchModule } from "../../ui/pages/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { getPartner, listPartners } from "./api"
import { listDefaults } from "./place"

export { Add, Edit } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule({
  name: "partners",
  list: listPartners,
  defaults: listDefaults,
  one: getPartner,
  options: [categoryOptions, companyOptions],
})
