import { prefetchModule } from "../../ui/pages/prefetch"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { getAnnouncement, listAnnouncements } from "./api"
import { announcements } from "./resource"

export { Add, Edit, history } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule(announcements, {
  list: listAnnouncements,
  one: getAnnouncement,
  options: [companyOptions, departmentOptions],
})
