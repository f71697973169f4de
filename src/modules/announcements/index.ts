import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { getAnnouncement, listAnnouncements } from "./api"
import { announcements } from "./resource"

export { List } from "./list"

export const { Add, Edit, View, loadHistory } = lazyRecord(() => import("./record"))

export const prefetch = prefetchModule(announcements, {
  list: listAnnouncements,
  one: getAnnouncement,
  options: [companyOptions, departmentOptions],
})
