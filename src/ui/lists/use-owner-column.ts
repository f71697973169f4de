import { useMemo } from "react"
import type { Option } from "../../core/options"
import type { Read } from "../../core/query"
import { config } from "../../state/config"
import { useCurrentUser } from "../hooks/use-current-user"
import { ownerName } from "../pages/owner-mark"
import type { Owned } from "../pages/screen-context"
import type { Filter } from "./list-filters"
import type { Column } from "./table"

const column: Column<Owned> = {
  key: "owner",
  label: "ui.owner",
  className: "table__owner",
  size: "sm",
  text: (row, { t }) => ownerName(row, t),
}

/**
 * Adds the owner to the columns and filters of a list: after the first column, hidden by default for companies; for the
 * platform also a filter, which is an extension (docs/contract.md#owner-filter).
 * @param options the owners to filter by
 */
export const useOwnerColumn = <T extends Owned>(
  options: Read<undefined, Option[]>,
  columns: Column<T>[],
  filters: Filter[] = [],
) => {
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return useMemo(() => {
    const [main, ...others] = columns
    const filter: Filter = { kind: "choice", name: "tenantId", label: "ui.owner", options }
    return {
      columns: main ? [main, isPlatform ? column : { ...column, isHidden: true }, ...others] : columns,
      filters: isPlatform && config.extensions ? [filter, ...filters] : filters,
    }
  }, [options, columns, filters, isPlatform])
}
