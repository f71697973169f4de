import { parseList, toQuery } from "../../core/list-query"
import { cache } from "../../core/query"
import { settings } from "../../state/settings"
import { companyOptions } from "../companies/api"
import { departmentOptions } from "../departments/api"
import { getAnnouncement, listAnnouncements } from "./api"
import { listDefaults } from "./place"

export { Add, Edit } from "./form"
export { List } from "./list"
export { View } from "./view"

/** What each screen reads first, fetched when a person is about to open it. */
export const warm = {
  list: (search: string) => {
    const pageSize = settings.pageSize.announcements ?? listDefaults.pageSize
    cache.prefetch(listAnnouncements, toQuery(parseList(search, { ...listDefaults, pageSize })))
  },
  form: (id?: string) => {
    for (const options of [companyOptions, departmentOptions]) cache.prefetch(options, undefined)
    if (id) cache.prefetch(getAnnouncement, id)
  },
  view: (id?: string) => {
    if (id) cache.prefetch(getAnnouncement, id)
  },
}
