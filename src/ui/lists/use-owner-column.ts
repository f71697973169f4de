import { useMemo, useState } from "react"
import { useSearch } from "wouter"
import type { Options } from "../../core/http/options"
import { ownerName } from "../display/owner-mark"
import type { Owned } from "../hooks/screen-context"
import { useCan } from "../hooks/use-can"
import { useCurrentUser } from "../hooks/use-current-user"
import type { Filter } from "./list-filters"
import type { Column } from "./table"

/** The value of the owner filter for records of the platform (docs/contract.md#owner-filter). */
export const platformOwner = "platform"

const column: Column<Owned> = {
  key: "owner",
  label: "ui.owner",
  className: "table__owner",
  size: "sm",
  text: (row, { t }) => ownerName(row, t),
}

/**
 * Returns whether the address with which a list was opened names an owner: companies have the filter by owner then, from the
 * first paint on, so that nothing moves.
 */
export const useNamedOwner = () => {
  const search = useSearch()
  const [isNamed] = useState(() => new URLSearchParams(search).has("tenantId"))
  return isNamed
}

/**
 * Adds the owner to the columns and filters of a list: the column after the first one, hidden by default for companies; the
 * filter, an extension, for the platform, and for companies where the address of the list names an owner (docs/contract.md#owner-filter).
 * @param options the owners to filter by
 */
export const useOwnerColumn = <T extends Owned>(options: Options, columns: Column<T>[], filters: Filter[] = []) => {
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const isNamed = useNamedOwner()
  const hasOwners = useCan("lists.byOwner")
  const hasFilter = hasOwners && (isPlatform || isNamed)
  return useMemo(() => {
    const [main, ...others] = columns
    const filter: Filter = { kind: "choice", name: "tenantId", label: "ui.owner", options }
    return {
      columns: main ? [main, isPlatform ? column : { ...column, isHidden: true }, ...others] : columns,
      filters: hasFilter ? [filter, ...filters] : filters,
    }
  }, [options, columns, filters, isPlatform, hasFilter])
}
