import { useEffect } from "react"
import { listen } from "../../../core/listen"

/** Events of a new address: the browser's, and that of wouter's navigation. */
const events = ["hashchange", "pushState"]

/** Returns the id that the fragment of the address names, unescaped. */
const idInAddress = () => {
  const id = location.hash.slice(1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Returns the fragment of an address that names an element, for {@link useHashTarget}. */
export const hashOf = (id: string) => `#${encodeURIComponent(id)}`

/**
 * Scrolls to the element that the fragment of the address names, and gives it the focus.
 * @param prefix how the ids of such elements begin
 * @param isShown whether the elements are in the page
 */
export const useHashTarget = (prefix: string, isShown: boolean) => {
  useEffect(() => {
    if (!isShown) return
    const show = () => {
      const id = idInAddress()
      const target = id.startsWith(prefix) ? document.getElementById(id) : null
      target?.scrollIntoView()
      target?.focus({ preventScroll: true })
    }
    show()
    return listen(window, Object.fromEntries(events.map(event => [event, show])))
  }, [prefix, isShown])
}
