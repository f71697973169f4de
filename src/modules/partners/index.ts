import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { getPartner, listPartners } from "./api"
import { partners } from "./resource"

export { List } from "./list"

export const { Add, Edit, View, loadHistory } = lazyRecord(() => import("./record"))

export const prefetch = prefetchModule(partners, {
  list: listPartners,
  one: getPartner,
  options: [categoryOptions, companyOptions],
})
