import { useCallback } from "react"
import type { Option } from "../../core/http/options"
import type { Read } from "../../core/http/query"
import { useQuery } from "./use-query"

/**
 * Returns a function that formats ids as the labels of their options, separated by commas; another one once the options have
 * changed. While the options load, an id is shown as "…".
 * @param isEnabled whether the options are loaded; @param unknown text for an id without an option; absent: the id
 */
export const useOptionLabels = (options: Read<undefined, Option[]>, isEnabled = true, unknown?: string) => {
  const { data } = useQuery(options, undefined, isEnabled)
  return useCallback(
    (ids: string | readonly string[]) => {
      const labelOf = (id: string) => data?.find(option => option.value === id)?.label ?? (data ? (unknown ?? id) : "…")
      return ids ? [ids].flat().map(labelOf).join(", ") : ""
    },
    [data, unknown],
  )
}
