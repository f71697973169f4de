import { prefetchModule } from "../../../ui/pages/prefetch"
import { cityOptions } from "../api"
import { getSubsidiary, listSubsidiaries } from "./api"
import { subsidiaries } from "./resource"

export { Add, Edit } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule(subsidiaries, {
  list: listSubsidiaries,
  one: getSubsidiary,
  options: [cityOptions],
})
