import { type RefObject, useEffect } from "react"
import { placePopover } from "../overlays/popover"

/** Keeps an open popover beside its anchor while the page scrolls under it or the window changes. */
export const useStaysBeside = (
  popover: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  align?: "start" | "end",
) => {
  useEffect(() => {
    const follow = (event: Event) => {
      const shown = popover.current
      if (!shown || !anchor.current || (event.target instanceof Node && shown.contains(event.target))) return
      placePopover(shown, anchor.current, align)
    }
    addEventListener("scroll", follow, { capture: true, passive: true })
    addEventListener("resize", follow)
    return () => {
      removeEventListener("scroll", follow, { capture: true })
      removeEventListener("resize", follow)
    }
  }, [popover, anchor, align])
}
