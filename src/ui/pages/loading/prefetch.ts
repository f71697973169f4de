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
import type { PrefetchTarget } from "./lazy-screen"

/**
 * Returns functions that prefetch the data of a module's screens (docs/console.md#list-states), and the search of its records.
 * @param list reads a page of the list; @param one reads a record; @param choices the options of its form
 */
export const prefetchModule = <R extends { id: string; status?: Code }>(
  resource: ResourceBase<R>,
  list: Read<Query, Page<R>>,
  one: Read<string, unknown>,
  choices: readonly Read<undefined, Option[]>[],
) => ({
  source: recordSource(resource, list),
  list: ({ search }: PrefetchTarget) => {
    const pageSize = settings.pageSize[resource.tag] ?? resource.list.pageSize
    cache.prefetch(list, toQuery(listStateOf(search, { ...resource.list, pageSize })))
  },
  form: ({ id }: PrefetchTarget) => {
    for (const options of choices) cache.prefetch(options, undefined)
    if (id) cache.prefetch(one, id)
  },
  view: ({ id }: PrefetchTarget) => {
    if (id) cache.prefetch(one, id)
  },
})
