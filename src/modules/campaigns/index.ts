import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { getCampaign, listCampaigns } from "./api"
import { campaigns } from "./resource"

export { Dashboard } from "./dashboard"
export { List } from "./list"

export const { Add, Edit, View, loadHistory } = lazyRecord(() => import("./record"))

export const prefetch = prefetchModule(campaigns, {
  list: listCampaigns,
  one: getCampaign,
  options: [partnerOptions, categoryOptions, companyOptions],
})
