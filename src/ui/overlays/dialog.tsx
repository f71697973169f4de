import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react"
import { classes } from "../display/classes"
import { IconTile } from "../display/icon-tile"

/**
 * A modal window on the native dialog: the browser traps the focus, Esc closes, and the focus goes back where it was.
 * The element marked `data-focus` has it first. It is open while it is rendered; `onClose` is told when the person wants it gone.
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
    const before = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>("[data-focus]")?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const onBackdrop = (event: MouseEvent) => {
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
      onMouseDown={onBackdrop}
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
