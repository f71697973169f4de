import { type RefObject, useEffect } from "react"
import { listen } from "../../core/listen"
import { placePopover } from "./popover"

/** Repositions an open popover at its anchor when the page scrolls or the window is resized. */
export const usePopoverPosition = (
  popover: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  align?: "start" | "end",
) => {
  useEffect(() => {
    const reposition = (event: Event) => {
      const element = popover.current
      if (!element || !anchor.current || (event.target instanceof Node && element.contains(event.target))) return
      placePopover(element, anchor.current, align)
    }
    return listen(window, { scroll: reposition, resize: reposition }, { capture: true, passive: true })
  }, [popover, anchor, align])
}
