import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { getProvider, listProviders } from "./api"
import { payments } from "./resource"

export { List } from "./list"

export const { Add, Edit, View, loadHistory } = lazyRecord(() => import("./record"))

export const AddTransfer = lazyScreen(
  withTexts(["records"], () => import("./record")),
  record => record.AddTransfer,
)

export const prefetch = prefetchModule(payments, {
  list: listProviders,
  one: getProvider,
  options: [categoryOptions, companyOptions],
})
