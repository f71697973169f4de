import { prefetchModule } from "../../ui/pages/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { partnerOptions } from "../partners/api"
import { getGift, listGifts } from "./api"
import { listDefaults } from "./place"

export { Add, Edit } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule({
  name: "gifts",
  list: listGifts,
  defaults: listDefaults,
  one: getGift,
  options: [partnerOptions, categoryOptions, companyOptions],
})
