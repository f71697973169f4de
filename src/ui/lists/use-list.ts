import { useCallback, useEffect, useMemo } from "react"
import { useSnapshot } from "valtio"
import { useLocation, useSearch } from "wouter"
import { formatList, type ListDefaults, type ListState, parseList, toQuery } from "../../core/http/list-query"
import type { Page } from "../../core/http/pages"
import { can } from "../../state/features"
import { settings } from "../../state/settings"
import { useLatest } from "../hooks/use-latest"

/** Whether the server sorts the list: some lists take sort parameters only as an extension (docs/contract.md#lists). */
export const isSortable = ({ isSortExtension }: ListDefaults) => !isSortExtension || can("lists.sorted")

/** State of a list that the URL and the defaults name; without a sort order where the server has none. */
export const listStateOf = (search: string, defaults: ListDefaults): ListState => {
  const state = parseList(search, defaults)
  if (isSortable(defaults)) return state
  const { sortBy: _, sortOrder: __, ...unsorted } = state
  return unsorted
}

/**
 * State of a list in the URL: page, page size, sort order and filters (docs/console.md#lists-in-the-url).
 * @param name key of the stored page size
 */
export const useList = (name: string, defaults: ListDefaults) => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const storedSize = useSnapshot(settings).pageSize[name]
  const base = useMemo(() => ({ ...defaults, pageSize: storedSize ?? defaults.pageSize }), [defaults, storedSize])
  const parsed = useMemo(() => listStateOf(search, base), [search, base])
  const filtersKey = JSON.stringify(parsed.filters)
  // The same filters are the same object on every page of the list.
  const filters = useMemo((): ListState["filters"] => JSON.parse(filtersKey), [filtersKey])
  const state: ListState = useMemo(() => ({ ...parsed, filters }), [parsed, filters])
  const hrefOf = (change: Partial<ListState>) => path + formatList({ ...state, ...change }, base)
  const latest = useLatest({ filters, hrefOf })

  return {
    state,
    defaultSize: defaults.pageSize,
    query: useMemo(() => toQuery(state), [state]),
    hrefOf,
    /** Navigates to a changed state. @param replace replaces the history entry */
    go: useCallback(
      (change: Partial<ListState>, replace = false) => navigate(latest.current.hrefOf(change), { replace }),
      [navigate, latest],
    ),
    /** Sets filters, or clears them with "", and returns to the first page. */
    filter: useCallback(
      (change: Record<string, string>, replace = false) => {
        const next = Object.entries({ ...latest.current.filters, ...change }).filter(([, value]) => value.trim())
        navigate(latest.current.hrefOf({ page: 0, filters: Object.fromEntries(next) }), { replace })
      },
      [navigate, latest],
    ),
  }
}

export type List = ReturnType<typeof useList>

/** Navigates to the last page if the current page is past the end of the list. */
export const useClampedPage = ({ state, go }: List, page: Page<unknown> | undefined) =>
  useEffect(() => {
    if (page && page.rows.length === 0 && page.total > 0 && state.page > 0)
      go({ page: Math.ceil(page.total / state.pageSize) - 1 }, true)
  })
