import { type PointerEvent, useRef } from "react"
import { useSnapshot } from "valtio"
import { dismiss, maxVisible, setPaused, type Toast, type ToastTone, toasts } from "../../state/toasts"
import { Button, IconButton } from "../controls/button"
import { Icon, type IconName } from "../display/icons/icon"
import { useT } from "../hooks/use-t"

const icons: Record<ToastTone, IconName> = { success: "ok", info: "info", warning: "alert", danger: "error" }

/** The stack of toasts (docs/console.md#toasts). The live regions are mounted before their first message. */
export const Toaster = () => {
  const t = useT()
  const list = useSnapshot(toasts).list.slice(0, maxVisible) as Toast[]
  const of = (isUrgent: boolean) => list.filter(toast => (toast.tone === "danger") === isUrgent)
  return (
    <section className="toaster" aria-label={t("ui.notifications")}>
      <div role="alert" className="toaster__region">
        {of(true).map(toast => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="status" className="toaster__region">
        {of(false).map(toast => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}

const ToastCard = ({ toast }: { toast: Toast }) => {
  const t = useT()
  const card = useRef<HTMLDivElement>(null)
  const dragStart = useRef<number>(undefined)
  const { id, action } = toast

  const onMove = (event: PointerEvent) => {
    if (dragStart.current === undefined) return
    card.current?.style.setProperty("--drag", `${event.clientX - dragStart.current}px`)
  }
  // A drag past half the width closes the toast.
  const onRelease = (event: PointerEvent) => {
    if (dragStart.current === undefined || !card.current) return
    const distance = Math.abs(event.clientX - dragStart.current)
    dragStart.current = undefined
    card.current.style.removeProperty("--drag")
    if (distance > card.current.offsetWidth / 2) dismiss(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing and dragging are shortcuts; the close button is equivalent
    <div
      ref={card}
      className="toast"
      data-tone={toast.tone}
      data-timed={(!action && toast.durationMs === undefined) || undefined}
      onPointerEnter={() => setPaused(id, true)}
      onPointerLeave={() => dragStart.current === undefined && setPaused(id, false)}
      onFocus={() => setPaused(id, true)}
      onBlur={() => setPaused(id, false)}
      onPointerDown={event => {
        if ((event.target as Element).closest("button")) return
        dragStart.current = event.clientX
        card.current?.setPointerCapture?.(event.pointerId)
      }}
      onPointerMove={onMove}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
    >
      <Icon name={icons[toast.tone]} />
      <div>
        <b>{toast.title}</b>
        {toast.text && <p>{toast.text}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {t(action.label)}
        </Button>
      )}
      <IconButton icon="x" label={t("ui.closeNotification")} onClick={() => dismiss(id)} />
    </div>
  )
}
