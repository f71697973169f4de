import type { Code } from "../../../core/codes"
import type { Query } from "../../../core/http/http"
import { toQuery } from "../../../core/http/list-query"
import type { Option } from "../../../core/http/options"
import type { Page } from "../../../core/http/pages"
import type { Read } from "../../../core/http/query"
import { cache } from "../../../state/instances"
import { settings } from "../../../state/settings"
import { listStateOf } from "../../lists/use-list"
import { recordSource } from "../record/record-source"
import type { ResourceBase } from "../resource"

/**
 * Returns functions that prefetch the data of a module's screens (docs/console.md#list-states), and the search of its records.
 * @param reads.options the options of its form
 */
export const prefetchModule = <R extends { id: string; status?: Code }>(
  resource: ResourceBase<R>,
  reads: { list: Read<Query, Page<R>>; one: Read<string, unknown>; options: Read<undefined, Option[]>[] },
) => ({
  source: recordSource(resource, reads.list),
  list: (search: string) => {
    const pageSize = settings.pageSize[resource.tag] ?? resource.list.pageSize
    cache.prefetch(reads.list, toQuery(listStateOf(search, { ...resource.list, pageSize })))
  },
  form: (id?: string) => {
    for (const options of reads.options) cache.prefetch(options, undefined)
    if (id) cache.prefetch(reads.one, id)
  },
  view: (id?: string) => {
    if (id) cache.prefetch(reads.one, id)
  },
})
