import { type ReactNode, type RefObject, useEffect, useRef } from "react"
import { showPopover } from "./popover"

/** A panel beside its button: closes on Esc and outside, and gives the focus back. It is open while it is rendered. */
export const PopoverPanel = (props: {
  label: string
  anchor: RefObject<HTMLElement | null>
  align?: "start" | "end"
  onClose: () => void
  children: ReactNode
}) => {
  const panel = useRef<HTMLDivElement>(null)
  const { anchor, align } = props
  const close = useRef(props.onClose)
  close.current = props.onClose

  useEffect(() => {
    const shown = panel.current
    const button = anchor.current
    showPopover(shown, button, align)
    const outside = (event: Event) => {
      const target = event.target as Node
      if (!shown?.contains(target) && !button?.contains(target)) close.current()
    }
    addEventListener("pointerdown", outside)
    addEventListener("focusin", outside)
    return () => {
      removeEventListener("pointerdown", outside)
      removeEventListener("focusin", outside)
    }
  }, [anchor, align])

  return (
    <div
      className="menu is-placed panel"
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
