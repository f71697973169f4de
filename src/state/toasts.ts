import { proxy, ref } from "valtio/vanilla"
import type { Key } from "../core/text/i18n"
import { settings } from "./settings"

/** Toasts (docs/console.md#toasts). Their timers run in effects/toasts.ts. */
export type ToastTone = "success" | "info" | "warning" | "danger"

type ToastOptions = {
  tone: ToastTone
  title: string
  text?: string
  /** A toast with an action has no default duration. */
  action?: { label: Key; run: () => void }
  /** Time until it closes; {@link defaultDurationMs} by default, none with an action. */
  durationMs?: number
  /** Whether it is shown with notifications off: for answers to the person's own action. */
  alwaysShown?: boolean
  /** Called when it has closed, for whatever reason. */
  onClose?: () => void
}

/** `isPaused`: its time does not run, because it is hovered, focused or dragged. */
export type Toast = ToastOptions & { id: string; isPaused: boolean }

/** Number of toasts shown at once; the others wait. */
export const maxVisible = 3
export const defaultDurationMs = 3_000
/** How long a toast offers an undo. */
export const undoDurationMs = 8_000

/** `holds`: number of open dialogs. Under them toasts cannot be reached, so the time of those with an action does not run. */
export const toasts = proxy<{ list: Toast[]; holds: number }>({ list: [], holds: 0 })

let count = 0

/** Shows a toast. With notifications off, only errors and `alwaysShown` ones appear. @returns its id, also when it does not appear */
export const notify = ({ action, onClose, ...options }: ToastOptions): string => {
  const id = `toast-${++count}`
  if (!settings.notification && options.tone !== "danger" && !options.alwaysShown) return id
  const toast = {
    ...options,
    id,
    isPaused: false,
    ...(action && { action: ref(action) }),
    ...(onClose && { onClose: ref(onClose) }),
  }
  // Toasts with an action stay longer, so later ones are placed before them.
  const firstWithAction = toasts.list.findIndex(({ action }) => action)
  toasts.list.splice(firstWithAction < 0 ? toasts.list.length : firstWithAction, 0, toast)
  return id
}

export const dismiss = (id: string) => {
  const toast = toasts.list.find(toast => toast.id === id)
  if (!toast) return
  toasts.list = toasts.list.filter(toast => toast.id !== id)
  toast.onClose?.()
}

export const setPaused = (id: string, isPaused: boolean) => {
  const toast = toasts.list.find(toast => toast.id === id)
  if (toast) toast.isPaused = isPaused
}

/** Holds the toasts that offer an action. @returns ends it */
export const holdToasts = () => {
  toasts.holds++
  return () => {
    toasts.holds--
  }
}

export const dismissAll = () => {
  for (const { id } of [...toasts.list]) dismiss(id)
}
