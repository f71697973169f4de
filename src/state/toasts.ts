import { proxy, ref } from "valtio/vanilla"
import type { Key } from "../core/i18n"
import { settings } from "./settings"

/** Short messages at the top right (S1, S9, decisions §8). Timers live in effects/toasts.ts. */
export type ToastTone = "success" | "info" | "warning" | "danger"

export type ToastOptions = {
  tone: ToastTone
  title: string
  text?: string
  /** A toast with an action stays until it is used, dismissed or expired. */
  action?: { label: Key; run: () => void }
  /** ms until it closes; 3000 by default, none with an action. */
  durationMs?: number
  /** Answers the person's own action: shown even with notifications off. */
  alwaysShown?: boolean
  /** Told once it is gone, however that came about. */
  onClose?: () => void
}

export type Toast = ToastOptions & { id: string /** held open: hovered, focused or dragged */; isPaused: boolean }

/** At most this many are visible; the others wait (S9). */
export const maxVisible = 3
export const defaultDurationMs = 3_000

export const toasts = proxy<{ list: Toast[] }>({ list: [] })

let count = 0

/** Says something. With notifications off only errors and answers show. @returns the toast's id, also when it was not shown */
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
  // Offers stay for minutes: whatever is said after them must not wait behind them, least of all a failure.
  const offers = toasts.list.findIndex(({ action }) => action)
  toasts.list.splice(offers < 0 ? toasts.list.length : offers, 0, toast)
  return id
}

export const dismiss = (id: string) => {
  const toast = toasts.list.find(toast => toast.id === id)
  if (!toast) return
  toasts.list = toasts.list.filter(toast => toast.id !== id)
  toast.onClose?.()
}

export const setPaused = (id: string, isHeld: boolean) => {
  const toast = toasts.list.find(toast => toast.id === id)
  if (toast) toast.isPaused = isHeld
}

export const dismissAll = () => {
  for (const { id } of [...toasts.list]) dismiss(id)
}
