import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { getGift, listGifts } from "./api"
import { gifts } from "./resource"

export { List } from "./list"

export const { Add, Edit, View, loadHistory } = lazyRecord(() => import("./record"))

export const prefetch = prefetchModule(gifts, {
  list: listGifts,
  one: getGift,
  options: [partnerOptions, categoryOptions, companyOptions],
})
