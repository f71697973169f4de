import type { Query } from "../../core/http"
import { parseList, toQuery } from "../../core/list-query"
import type { Option } from "../../core/options"
import type { Read } from "../../core/query"
import { cache } from "../../state/instances"
import { settings } from "../../state/settings"
import type { Named } from "./resource"

/** What a module's screens read first, fetched when a person is about to open one. @param options of its form */
export const prefetchModule = <P, R>(
  { tag, list }: Pick<Named<R>, "tag" | "list">,
  reads: { list: Read<Query, P>; one: Read<string, unknown>; options: Read<undefined, Option[]>[] },
) => ({
  list: (search: string) => {
    const pageSize = settings.pageSize[tag] ?? list.pageSize
    cache.prefetch(reads.list, toQuery(parseList(search, { ...list, pageSize })))
  },
  form: (id?: string) => {
    for (const options of reads.options) cache.prefetch(options, undefined)
    if (id) cache.prefetch(reads.one, id)
  },
  view: (id?: string) => {
    if (id) cache.prefetch(reads.one, id)
  },
})
