import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { companyOptions } from "../owners/api"
import { cityOptions, getCompany, listCompanies } from "./api"
import { companies } from "./resource"

export { List } from "./list"

export const { Add, Edit, View } = lazyRecord(() => import("./record"))

export const loadHistory = withTexts(["records"], () => import("./history"))

export const prefetch = prefetchModule(companies, {
  list: listCompanies,
  one: getCompany,
  options: [cityOptions, companyOptions],
})
