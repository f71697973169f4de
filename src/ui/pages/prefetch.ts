import type { Query } from "../../core/http"
import { type ListDefaults, parseList, toQuery } from "../../core/list-query"
import { cache, type Read } from "../../core/query"
import { settings } from "../../state/settings"
import type { Option } from "../hooks/use-options"

/** What a module's usual screens read first, fetched when a person is about to open one. @param options of its form */
export const prefetchModule = <P, R>(module: {
  name: string
  list: Read<Query, P>
  defaults: ListDefaults
  one: Read<string, R>
  options: Read<undefined, Option[]>[]
}) => ({
  list: (search: string) => {
    const pageSize = settings.pageSize[module.name] ?? module.defaults.pageSize
    cache.prefetch(module.list, toQuery(parseList(search, { ...module.defaults, pageSize })))
  },
  form: (id?: string) => {
    for (const options of module.options) cache.prefetch(options, undefined)
    if (id) cache.prefetch(module.one, id)
  },
  view: (id?: string) => {
    if (id) cache.prefetch(module.one, id)
  },
})
