import type { Query } from "../../core/http"
import { toQuery } from "../../core/list-query"
import type { Option } from "../../core/options"
import type { Read } from "../../core/query"
import { cache } from "../../state/instances"
import { settings } from "../../state/settings"
import { listStateOf } from "../lists/use-list"
import type { ResourceBase } from "./resource"

/**
 * Returns functions that prefetch the data of a module's screens (docs/console.md#list-states).
 * @param reads.options the options of its form
 */
export const prefetchModule = <P, R>(
  { tag, list }: Pick<ResourceBase<R>, "tag" | "list">,
  reads: { list: Read<Query, P>; one: Read<string, unknown>; options: Read<undefined, Option[]>[] },
) => ({
  list: (search: string) => {
    const pageSize = settings.pageSize[tag] ?? list.pageSize
    cache.prefetch(reads.list, toQuery(listStateOf(search, { ...list, pageSize })))
  },
  form: (id?: string) => {
    for (const options of reads.options) cache.prefetch(options, undefined)
    if (id) cache.prefetch(reads.one, id)
  },
  view: (id?: string) => {
    if (id) cache.prefetch(reads.one, id)
  },
})
