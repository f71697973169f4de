import { prefetchModule } from "../../ui/pages/prefetch"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { getEmployee, listPeople } from "./api"
import { employees, users } from "./resource"

export { Add, Edit, history } from "./form"
export { List, Users } from "./list"
export { View } from "./view"

const reads = { list: listPeople, one: getEmployee, options: [companyOptions, departmentOptions] }

export const prefetch = { ...prefetchModule(employees, reads), users: prefetchModule(users, reads).list }
