import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react"
import { listen } from "../../core/listen"
import { showPopover } from "../hooks/popover"
import { usePopoverPosition } from "../hooks/use-popover-position"

/** A panel at its button, open while it is mounted: moves the focus inside, closes on Esc and outside clicks, restores the focus. */
export const PopoverPanel = (props: {
  label: string
  anchor: RefObject<HTMLElement | null>
  align?: "start" | "end"
  onClose: () => void
  children: ReactNode
}) => {
  const panel = useRef<HTMLDivElement>(null)
  const { anchor, align } = props
  const close = useEffectEvent(props.onClose)

  // A layout effect: the panel must be visible before effects of its content move the focus.
  useLayoutEffect(() => showPopover(panel.current, anchor.current, align), [anchor, align])
  usePopoverPosition(panel, anchor, align)
  useEffect(() => {
    const shown = panel.current
    const first = (selector: string) => shown?.querySelector<HTMLElement>(selector)
    if (!shown?.contains(document.activeElement)) (first("input, button") ?? first("[tabindex]"))?.focus()
    const outside = (event: Event) => {
      const target = event.target as Node
      if (!shown?.contains(target) && !anchor.current?.contains(target)) close()
    }
    return listen(window, { pointerdown: outside, focusin: outside })
  }, [anchor])

  return (
    <div
      className="popover-panel"
      popover="manual"
      role="dialog"
      aria-label={props.label}
      ref={panel}
      onKeyDown={event => {
        if (event.key !== "Escape") return
        event.preventDefault()
        event.stopPropagation()
        props.onClose()
        anchor.current?.focus()
      }}
    >
      {props.children}
    </div>
  )
}
