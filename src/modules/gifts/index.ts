import { prefetchModule } from "../../ui/pages/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { getGift, listGifts } from "./api"
import { gifts } from "./resource"

export { Add, Edit, history } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule(gifts, {
  list: listGifts,
  one: getGift,
  options: [partnerOptions, categoryOptions, companyOptions],
})
