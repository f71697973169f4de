import type { Option } from "../../core/options"
import type { Read } from "../../core/query"
import { useQuery } from "./use-query"

/** The names of ids, in words; an id that is not among them shows as "…" until they are here, and as itself then. */
export const useNames = (options: Read<undefined, Option[]>, isWanted = true) => {
  const { data } = useQuery(options, undefined, isWanted)
  const nameOf = (id: string) => data?.find(option => option.value === id)?.label ?? (data ? id : "…")
  return (ids: string | readonly string[] | null | undefined) => (ids ? [ids].flat().map(nameOf).join(", ") : "")
}
