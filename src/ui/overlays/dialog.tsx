import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react"
import { holdToasts } from "../../state/toasts"
import { classes } from "../display/classes"
import { IconTile } from "../display/icon-tile"

/**
 * A modal dialog, open while it is mounted. The element with `data-focus` takes the focus; closing restores it. `onClose` is
 * called on Esc and on clicks outside.
 */
export const Dialog = (props: {
  title: string
  text?: string
  icon?: string
  tone?: "danger"
  size?: "wide"
  /** Blurs the page behind the dialog. */
  isVeiled?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const dialog = ref.current
    const previous = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>("[data-focus]")?.focus()
    const release = holdToasts()
    return () => {
      release()
      dialog?.close()
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus()
    }
  }, [])

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) props.onClose()
  }
  return (
    <dialog
      ref={ref}
      className={classes("dialog", props.size && `dialog--${props.size}`, props.isVeiled && "dialog--veiled")}
      aria-labelledby={id}
      aria-describedby={props.text ? `${id}-text` : undefined}
      onCancel={event => {
        event.preventDefault()
        props.onClose()
      }}
      onMouseDown={closeOnBackdrop}
    >
      <div className="dialog__head">
        {props.icon && <IconTile icon={props.icon} tone={props.tone} size="sm" />}
        <div>
          <h2 id={id}>{props.title}</h2>
          {props.text && <p id={`${id}-text`}>{props.text}</p>}
        </div>
      </div>
      {props.children}
    </dialog>
  )
}
