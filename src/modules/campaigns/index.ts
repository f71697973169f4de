import { prefetchModule } from "../../ui/pages/prefetch"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { getCampaign, listCampaigns } from "./api"
import { campaigns } from "./resource"

export { Dashboard } from "./dashboard"
export { Add, Edit, history } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule(campaigns, {
  list: listCampaigns,
  one: getCampaign,
  options: [partnerOptions, categoryOptions, companyOptions],
})
