import { Activity, memo, type ReactNode, useEffect, useState } from "react"
import { Router } from "wouter"
import { navigate, useLocationProperty } from "wouter/use-browser-location"
import { listen } from "../../core/listen"
import { cache } from "../../state/instances"
import { aroundNav } from "../routing/around-nav"

/** How long a list is kept after it was left. */
const keptMs = 60_000

/** The address of a list, which stays while the addresses of other pages are shown. */
const createAddress = (path: string) => {
  let { search } = location
  const current = () => {
    if (location.pathname === path) search = location.search
    return search
  }
  return { hook: (): [string, typeof navigate] => [path, navigate], searchHook: () => useLocationProperty(current) }
}

/** Does not render its children again while they are hidden. */
const Frozen = memo(
  ({ children }: { children: ReactNode; isHidden: boolean }) => children,
  (_, { isHidden }) => isHidden,
)

/**
 * The address that was opened last by a link that does not name the position of a list. A page with another one was reached by Back
 * or Forward: what their listeners set may come after the page is rendered.
 */
let opened: string | undefined
const onNavigate = ({ type }: Event) => {
  opened = type === "popstate" || typeof history.state?.scrollY === "number" ? undefined : location.href
}

/** `changes`: those of the cache when the list was left. */
type Kept = { key: number; path: string; address: ReturnType<typeof createAddress>; changes?: number | undefined }

/**
 * Shows a page. The list that was left last stays, hidden and without effects, so that the way back shows it as it was; it is dropped
 * after a minute, by another list, by a link that opens it anew, and when something was saved meanwhile (docs/console.md#way-back-to-a-list).
 */
export const KeptList = ({ path, isList, children }: { path: string; isList: boolean; children: ReactNode }) => {
  const [list, setList] = useState<Kept>()
  const changes = cache.changes()
  if (!isList) {
    if (list && list.changes === undefined) setList({ ...list, changes })
  } else if (list?.path !== path || (list.changes !== undefined && (list.changes !== changes || opened === location.href)))
    setList({ key: (list?.key ?? 0) + 1, path, address: createAddress(path) })
  else if (list.changes !== undefined) setList({ ...list, changes: undefined })
  useEffect(
    () => listen(window, { popstate: onNavigate, pushState: onNavigate, replaceState: onNavigate }, { capture: true }),
    [],
  )
  useEffect(() => {
    if (isList) return
    const timer = setTimeout(() => setList(undefined), keptMs)
    return () => clearTimeout(timer)
  }, [isList])
  return (
    <>
      {!isList && children}
      {list && (
        // After the page, whose elements are found first where both have the same id.
        <Activity key={list.key} mode={isList ? "visible" : "hidden"}>
          <Router aroundNav={aroundNav} {...list.address}>
            <Frozen isHidden={!isList}>{children}</Frozen>
          </Router>
        </Activity>
      )}
    </>
  )
}
