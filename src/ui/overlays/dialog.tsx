import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react"
import { classes } from "../display/classes"
import { Icon } from "../display/icon"

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
  /** What lies behind is nobody's business now. */
  veil?: "dense"
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
      className={classes("dialog", props.size && `is-${props.size}`, props.veil && `is-${props.veil}`)}
      aria-labelledby={id}
      aria-describedby={props.text ? `${id}-text` : undefined}
      onCancel={event => {
        event.preventDefault()
        props.onClose()
      }}
      onMouseDown={onBackdrop}
    >
      <div className="dialog__head">
        {props.icon && (
          <div className="empty__art" data-tone={props.tone}>
            <Icon name={props.icon} />
          </div>
        )}
        <div>
          <h2 id={id}>{props.title}</h2>
          {props.text && <p id={`${id}-text`}>{props.text}</p>}
        </div>
      </div>
      {props.children}
    </dialog>
  )
}
