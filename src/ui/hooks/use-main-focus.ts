import { useEffect, useRef } from "react"

/**
 * Moves the focus to the content of the page when `view` changes, and scrolls to the top: the path stays the same, so the frame
 * of the console does neither.
 */
export const useMainFocus = (view: unknown) => {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    scrollTo(0, 0)
    document.getElementById("main")?.focus({ preventScroll: true })
  }, [view])
}
