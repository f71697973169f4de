import { useEffect, useRef } from "react"
import { useLocation, useSearch } from "wouter"
import { listen } from "../../../core/listen"
import { setShownList, storeListPosition } from "../../../state/list-positions"
import { useScreenContext } from "../../hooks/screen-context"

/** Stores the query and the scroll position of a list when it is left (docs/console.md#way-back-to-a-list). */
export const useListPosition = () => {
  const { base } = useScreenContext()
  const [path] = useLocation()
  const search = useSearch()
  const position = useRef({ path, search: "", scrollY: 0 })
  useEffect(() => {
    position.current = { ...position.current, path, search: search && `?${search}` }
    setShownList({ base, position: position.current })
  }, [base, path, search])
  useEffect(() => {
    // Read when the page scrolls: at the time the list is left, the position would cost a layout.
    const onScroll = () => {
      position.current.scrollY = scrollY
    }
    const store = () => storeListPosition(base, position.current)
    const stop = listen(window, { scroll: onScroll, pagehide: store }, { passive: true })
    return () => {
      stop()
      store()
      setShownList(undefined)
    }
  }, [base])
}
