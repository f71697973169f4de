import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { recordSource } from "../../ui/pages/record/record-source"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { getEmployee, listPeople } from "./api"
import { employees, users } from "./resource"

export { List, Users } from "./list"

const reads = { list: listPeople, one: getEmployee, options: [companyOptions, departmentOptions] }

export const { Add, Edit, View, loadHistory } = lazyRecord(() => import("./record"))

export const prefetch = {
  ...prefetchModule(employees, reads),
  source: recordSource(employees, listPeople, ({ email, tenantName }) => [email, tenantName].filter(Boolean).join(" · ")),
  users: prefetchModule(users, reads).list,
}
