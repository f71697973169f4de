import { useEffect, useRef } from "react"
import { useLocation, useSearch } from "wouter"
import { keepListPlace, setShownList } from "../../../state/list-places"
import { useScreenContext } from "../../hooks/screen-context"

/** Keeps the query and the scroll position of a list when it is left (docs/console.md#way-back-to-a-list). */
export const useListPlace = () => {
  const { base } = useScreenContext()
  const [path] = useLocation()
  const search = useSearch()
  const place = useRef({ path, search: "", scrollY: 0 })
  useEffect(() => {
    place.current = { ...place.current, path, search: search && `?${search}` }
    setShownList({ base, place: place.current })
  }, [base, path, search])
  useEffect(() => {
    // Read when the page scrolls: at the time the list is left, the position would cost a layout.
    const onScroll = () => {
      place.current.scrollY = scrollY
    }
    const keep = () => keepListPlace(base, place.current)
    addEventListener("scroll", onScroll, { passive: true })
    addEventListener("pagehide", keep)
    return () => {
      removeEventListener("scroll", onScroll)
      removeEventListener("pagehide", keep)
      keep()
      setShownList(undefined)
    }
  }, [base])
}
