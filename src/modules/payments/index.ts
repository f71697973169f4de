import { prefetchModule } from "../../ui/pages/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { getProvider, listProviders } from "./api"
import { listDefaults } from "./place"

export { AddTransfer } from "./add-transfer"
export { Add, Edit } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule({
  name: "payments",
  list: listProviders,
  defaults: listDefaults,
  one: getProvider,
  options: [categoryOptions, companyOptions],
})
