import { prefetchModule } from "../../ui/pages/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { getProvider, listProviders } from "./api"
import { payments } from "./resource"

export { AddTransfer } from "./add-transfer"
export { Add, Edit, history } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule(payments, {
  list: listProviders,
  one: getProvider,
  options: [categoryOptions, companyOptions],
})
