import { type ReactNode, useRef, useState } from "react"
import { Icon, type IconName } from "../display/icons/icon"
import { PopoverPanel } from "./popover-panel"

/**
 * A button of the header with a number, and the panel that it opens.
 * @param label of the button; `title`: heading of the panel; `children` get a function that closes it
 */
export const CountedPanel = (props: {
  icon: IconName
  label: string
  title: string
  count: number
  onToggle?: () => void
  children: (close: () => void) => ReactNode
}) => {
  const { icon, label, title, count, onToggle, children } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-btn counted-panel__button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          onToggle?.()
          setOpen(!isOpen)
        }}
      >
        <Icon name={icon} />
        {count > 0 && <span aria-hidden="true">{count}</span>}
      </button>
      {isOpen && (
        <PopoverPanel label={title} anchor={button} align="end" onClose={close}>
          <div className="counted-panel">{children(close)}</div>
        </PopoverPanel>
      )}
    </>
  )
}
