import { useCallback, useEffect, useRef, useState } from "react"
import type { Options } from "../../core/http/options"
import { useLongOptions } from "./use-long-options"

/**
 * Returns a function that formats ids as the labels of their options, separated by commas; another one once the options have
 * changed. While an option loads, also one that a cut list lacks, its id is shown as "…".
 * @param isEnabled whether the options are loaded; @param unknown text for an id without an option; absent: the id
 */
export const useOptionLabels = (options: Options, isEnabled = true, unknown?: string) => {
  const asked = useRef(new Set<string>())
  const [ids, setIds] = useState<string[]>([])
  const { data, search, isLoading } = useLongOptions(options, ids, isEnabled)
  const isCut = search !== undefined
  useEffect(() => {
    if (isCut && asked.current.size > ids.length) setIds([...asked.current])
  })
  return useCallback(
    (given: string | readonly string[]) => {
      const labelOf = (id: string) => {
        const label = data?.find(option => option.value === id)?.label
        if (label === undefined) asked.current.add(id)
        return label ?? (isLoading || (isCut && !ids.includes(id)) ? "…" : (unknown ?? id))
      }
      return given ? [given].flat().map(labelOf).join(", ") : ""
    },
    [data, ids, isCut, isLoading, unknown],
  )
}
