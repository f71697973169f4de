import type { Key } from "../text/i18n"
import { type Read, read } from "./query"

/**
 * An option of a select field: the id that is sent, and the text that is shown. `blockedReason`: why a form does not offer the
 * option, for example because it is inactive; lists and filters show it nevertheless.
 */
export type Option = { value: string; label: string; hint?: string; blockedReason?: Key }

/** Most options that a server answers at once (docs/contract.md#lists): of more, a call finds those with a text or with ids. */
export const maxOptions = 1_000

/** How options are found that a list lacks when it has as many as `cutAt`; ids with commas. */
type More<T> = { cutAt: number; search: (keyword: string, signal?: AbortSignal) => Promise<T[]>; named: Read<string, T[]> }

/** Ids of one call: an address of more than 8 KB is refused by servers before the product. */
const maxIds = 100

/** A list of options, cut where it has `more`. */
export type Options<T extends Option = Option> = Read<undefined, T[]> & { more?: More<T> }
export type LongOptions<T extends Option = Option> = Read<undefined, T[]> & { more: More<T> }

/** Defines a list of options that may be too long to be read whole. @param load without a query, the first ones */
export const readOptions = <T extends Option>(
  name: string,
  load: (query: { keyword?: string; ids?: string }, signal?: AbortSignal) => Promise<T[]>,
  cutAt = maxOptions,
): LongOptions<T> =>
  Object.assign(
    read(name, (_: undefined) => load({})),
    {
      more: {
        cutAt,
        search: (keyword: string, signal?: AbortSignal) => load({ keyword }, signal),
        named: read(`${name}.named`, async (ids: string, signal) => {
          const left = ids.split(",")
          let found: T[] = []
          while (left[0]) found = found.concat(await load({ ids: left.splice(0, maxIds).join() }, signal))
          return found
        }),
      },
    },
  )

/** Returns named records as options; a form offers no retired one. */
export const namedOptions = (rows: readonly { id: string; name: string; isRetired?: true }[]): Option[] =>
  rows.map(({ id, name, isRetired }) => ({ value: id, label: name, ...(isRetired && { blockedReason: "ui.retired" }) }))
