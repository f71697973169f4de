import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from "react"
import { holdToasts } from "../../state/toasts"
import { classes } from "../display/classes"
import type { IconName } from "../display/icons/icon"
import { IconTile } from "../display/icons/icon-tile"

/** The modal dialogs that are shown; the last one is on top. */
const shown: (HTMLDialogElement | null)[] = []

/**
 * Returns the props of a `<dialog>` that is modal while it is mounted. The element with `data-focus` takes the focus; closing
 * restores it. `onClose` is called on Esc and on clicks outside. Only the caller closes the dialog: Esc never reaches the
 * browser, which would close a dialog that refuses at the second press, and a dialog that the browser has closed is shown again.
 */
export const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = ref.current
    const previous = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>("[data-focus]")?.focus()
    // The browser has scrolled to what took the focus, such as a button below a long text.
    dialog?.scrollTo(0, 0)
    const release = holdToasts()
    shown.push(dialog)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || shown.at(-1) !== dialog) return
      event.preventDefault()
      if (!event.repeat) close()
    }
    addEventListener("keydown", onKeyDown)
    return () => {
      removeEventListener("keydown", onKeyDown)
      shown.splice(shown.indexOf(dialog), 1)
      release()
      dialog?.close()
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus()
    }
  }, [])
  return {
    ref,
    // After a gesture of the system, such as Back on Android.
    onClose: () => {
      if (!ref.current || ref.current.open) return
      ref.current.showModal()
      onClose()
    },
    onMouseDown: (event: MouseEvent) => {
      if (event.target === ref.current) onClose()
    },
  }
}

/** A modal dialog with a title, see {@link useModal}. */
export const Dialog = (props: {
  title: string
  text?: string
  icon?: IconName
  tone?: "danger"
  size?: "wide"
  /** Blurs the page behind the dialog. */
  isVeiled?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const modal = useModal(props.onClose)
  const id = useId()
  return (
    <dialog
      {...modal}
      className={classes("dialog", props.size && `dialog--${props.size}`, props.isVeiled && "dialog--veiled")}
      aria-labelledby={id}
      aria-describedby={props.text ? `${id}-text` : undefined}
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
