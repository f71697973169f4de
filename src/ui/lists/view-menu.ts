import { type ComponentType, createContext } from "react"
import type { Key } from "../../core/text/i18n"
import type { Filter } from "./list-filters"
import type { List } from "./use-list"

export type ViewMenuProps = {
  /** The name of the list, as of its settings. */
  name: string
  list: List
  filters: readonly Filter[]
  columns: readonly { key: string; label: Key }[]
}

/** The menu of saved views above a list; absent until it has loaded (docs/console.md#saved-views). */
export const ViewMenu = createContext<ComponentType<ViewMenuProps> | undefined>(undefined)
