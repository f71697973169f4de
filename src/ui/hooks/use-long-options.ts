import { useMemo } from "react"
import type { Option, Options } from "../../core/http/options"
import { read } from "../../core/http/query"
import type { OptionSource } from "./use-options"
import { useQuery } from "./use-query"

const none = read("options.none", async (_: string): Promise<Option[]> => [])

/** The source of a combobox: options as they are, or, where others are found by typing, as those that it knows. */
export const optionSource = (options: readonly Option[] | undefined, search: OptionSource["loadOptions"]) =>
  search ? { loadOptions: search, known: options } : { options }

/** Returns a list of options with those of `ids` that it lacks, and, where it is cut, how others are found by typing. */
export const useLongOptions = (options: Options, ids: readonly string[], isEnabled = true) => {
  const { data: first, error, reload } = useQuery(options, undefined, isEnabled)
  const more = first && first.length === options.more?.cutAt ? options.more : undefined
  const missing = more ? ids.filter(id => id && !first?.some(({ value }) => value === id)).join() : ""
  const named = useQuery(more?.named ?? none, missing, missing !== "")
  const data = useMemo(() => (first && named.data ? [...first, ...named.data] : first), [first, named.data])
  return {
    data,
    error,
    reload,
    isLoading: !data || (missing !== "" && !named.data && named.error === undefined),
    search: more && (async (text: string, signal: AbortSignal) => (text ? more.search(text, signal) : (first ?? []))),
  }
}
