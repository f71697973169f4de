/** Records that carry ids without names: the names come from the lists of options (docs/contract.md#ids). */

import type { Options } from "../core/http/options"
import type { Loaded, Page } from "../core/http/pages"
import { cache } from "../state/instances"

/** A member that holds an id, the member that holds its name, and the options in which the name is found. */
export type NameSource<R> = { id: keyof R; name: keyof R; options: Options }

const isMissing = <R>(row: R, { id, name }: NameSource<R>) => Boolean(row[id]) && !row[name]

/** The options, with those of some rows that a cut list lacks. */
const optionsOf = async <R>({ id, options }: NameSource<R>, rows: R[]) => {
  const { data, loadedAt } = cache.entry(options, undefined)
  const first = data && Date.now() - loadedAt < options.ttlMs ? data : await cache.load(options, undefined).catch(() => [])
  const { more } = options
  const ids = new Set<unknown>(first.length === more?.cutAt ? rows.map(row => row[id]) : [])
  for (const { value } of first) ids.delete(value)
  return more && ids.size ? [...first, ...(await cache.load(more.named, [...ids].join()).catch(() => []))] : first
}

const withNames = async <R extends object>(sources: readonly NameSource<R>[], rows: R[]): Promise<R[]> => {
  const wanted = sources.filter(source => rows.some(row => isMissing(row, source)))
  const found = await Promise.all(
    wanted.map(source =>
      optionsOf(
        source,
        rows.filter(row => isMissing(row, source)),
      ),
    ),
  )
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
