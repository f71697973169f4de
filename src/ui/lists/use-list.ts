import { useEffect, useMemo } from "react"
import { useSnapshot } from "valtio"
import { useLocation, useSearch } from "wouter"
import type { Page } from "../../core/envelope"
import { formatList, type ListDefaults, type ListState, parseList, toQuery } from "../../core/list-query"
import { settings } from "../../state/settings"

/** A list's page, size, sort and filters, kept in the URL so that Back, reload and a shared link show the same list. */
export const useList = (name: string, defaults: ListDefaults) => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const remembered = useSnapshot(settings).pageSize[name]
  const base = useMemo(() => ({ ...defaults, pageSize: remembered ?? defaults.pageSize }), [defaults, remembered])
  const state = useMemo(() => parseList(search, base), [search, base])
  const hrefOf = (change: Partial<ListState>) => path + formatList({ ...state, ...change }, base)

  return {
    state,
    query: useMemo(() => toQuery(state), [state]),
    hrefOf,
    /** Typing replaces the history entry; a choice makes one of its own. */
    go: (change: Partial<ListState>, replace = false) => navigate(hrefOf(change), { replace }),
    /** Sets or (with "") clears filters; every change of them goes back to the first page. */
    filter: (change: Record<string, string>, replace = false) => {
      const filters = Object.fromEntries(Object.entries({ ...state.filters, ...change }).filter(([, value]) => value.trim()))
      navigate(hrefOf({ page: 0, filters }), { replace })
    },
  }
}

export type List = ReturnType<typeof useList>

/** A page that no longer exists (rows were deleted, a link is old) gives way to the last one. */
export const useExistingPage = ({ state, go }: List, page: Page<unknown> | undefined) =>
  useEffect(() => {
    if (page && page.rows.length === 0 && page.total > 0 && state.page > 0)
      go({ page: Math.ceil(page.total / state.pageSize) - 1 }, true)
  })
