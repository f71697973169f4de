/** Records that carry ids without names: the names come from the lists of options (docs/contract.md#ids). */

import type { Option } from "../core/http/options"
import type { Loaded, Page } from "../core/http/pages"
import type { Read } from "../core/http/query"
import { cache } from "../state/instances"

/** A member that holds an id, the member that holds its name, and the options in which the name is found. */
export type NameSource<R> = { id: keyof R; name: keyof R; options: Read<undefined, Option[]> }

const isMissing = <R>(row: R, { id, name }: NameSource<R>) => Boolean(row[id]) && !row[name]

const optionsOf = <R>({ options }: NameSource<R>) => {
  const { data, loadedAt } = cache.entry(options, undefined)
  return data && Date.now() - loadedAt < options.ttlMs ? data : cache.load(options, undefined).catch(() => [])
}

const withNames = async <R extends object>(sources: readonly NameSource<R>[], rows: R[]): Promise<R[]> => {
  const wanted = sources.filter(source => rows.some(row => isMissing(row, source)))
  const found = await Promise.all(wanted.map(optionsOf))
  return rows.map(row => {
    const names = wanted.flatMap((source, at) => {
      const label = isMissing(row, source) && found[at]?.find(({ value }) => value === row[source.id])?.label
      return label ? [[source.name, label]] : []
    })
    return { ...row, ...Object.fromEntries(names) }
  })
}

/** Returns readers that add missing names to a page and to a record. Options are asked for only if a name is missing. */
export const namesFrom = <R extends object>(...sources: readonly NameSource<R>[]) => ({
  page: async (page: Page<R>): Promise<Page<R>> => ({ ...page, rows: await withNames(sources, page.rows) }),
  one: async (loaded: Loaded<R>): Promise<Loaded<R>> => {
    const [record = loaded.record] = await withNames(sources, [loaded.record])
    return { ...loaded, record }
  },
})
