import { parseList, toQuery } from "../../core/list-query"
import { cache } from "../../core/query"
import { settings } from "../../state/settings"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { partnerOptions } from "../partners/api"
import { getCampaign, listCampaigns } from "./api"
import { listDefaults } from "./place"

export { Dashboard } from "./dashboard"
export { Add, Edit } from "./form"
export { List } from "./list"
export { View } from "./view"

/** What each screen reads first, fetched when a person is about to open it. */
export const warm = {
  list: (search: string) => {
    const pageSize = settings.pageSize.campaigns ?? listDefaults.pageSize
    cache.prefetch(listCampaigns, toQuery(parseList(search, { ...listDefaults, pageSize })))
  },
  form: (id?: string) => {
    for (const options of [partnerOptions, categoryOptions, companyOptions]) cache.prefetch(options, undefined)
    if (id) cache.prefetch(getCampaign, id)
  },
  view: (id?: string) => {
    if (id) cache.prefetch(getCampaign, id)
  },
}
