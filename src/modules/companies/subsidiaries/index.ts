import { lazyRecord } from "../../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../../ui/pages/loading/prefetch"
import { cityOptions } from "../api"
import { getSubsidiary, listSubsidiaries } from "./api"
import { subsidiaries } from "./resource"

export { List } from "./list"

export const { Add, Edit, View } = lazyRecord(() => import("./record"))

export const prefetch = prefetchModule(subsidiaries, {
  list: listSubsidiaries,
  one: getSubsidiary,
  options: [cityOptions],
})
