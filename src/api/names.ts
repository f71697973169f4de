/** Records that carry ids without names: the names come from the lists of options (docs/contract.md#ids). */

import type { Option } from "../core/http/options"
import type { Loaded, Page } from "../core/http/pages"
import type { Cache, Read } from "../core/http/query"

/** A member that holds an id, the member that holds its name, and the options in which the name is found. */
export type NameSource<R> = { id: keyof R; name: keyof R; options: Read<undefined, Option[]> }

/** Returns `namesFrom`, which makes readers of pages and records that fill in missing names. Options are asked for only if one is missing. */
export const createNames =
  (cache: Pick<Cache, "load" | "entry">) =>
  <R extends object>(...sources: NameSource<R>[]) => {
    const optionsOf = ({ options }: NameSource<R>) => {
      const { data, loadedAt } = cache.entry(options, undefined)
      return data && Date.now() - loadedAt < options.ttlMs ? data : cache.load(options, undefined).catch(() => [])
    }
    const isMissing = (row: R, { id, name }: NameSource<R>) => Boolean(row[id]) && !row[name]

    const withNames = async (rows: R[]): Promise<R[]> => {
      const wanted = sources.filter(source => rows.some(row => isMissing(row, source)))
      if (!wanted.length) return rows
      const found = await Promise.all(wanted.map(optionsOf))
      return rows.map(row => {
        const named = { ...row }
        for (const [at, source] of wanted.entries()) {
          const label = isMissing(row, source) && found[at]?.find(({ value }) => value === row[source.id])?.label
          if (label) Object.assign(named, { [source.name]: label })
        }
        return named
      })
    }

    return {
      page: async <P extends Page<R>>(page: P): Promise<P> => ({ ...page, rows: await withNames(page.rows) }),
      one: async (loaded: Loaded<R>): Promise<Loaded<R>> => {
        const [record = loaded.record] = await withNames([loaded.record])
        return { ...loaded, record }
      },
    }
  }
