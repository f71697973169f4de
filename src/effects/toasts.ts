import { subscribe } from "valtio/vanilla"
import { listen, stopAll } from "../core/listen"
import { defaultDurationMs, dismiss, maxVisible, type Toast, toasts } from "../state/toasts"

type Timer = { remainingMs: number; startedAt: number; timeout: ReturnType<typeof setTimeout> }

const durationOf = (toast: Toast) => toast.durationMs ?? (toast.action ? undefined : defaultDurationMs)

/**
 * Closes toasts after their duration (docs/console.md#toasts). It elapses only while the toast and the page are visible, the
 * toast is not paused, and, for one with an action, no dialog is open.
 */
export const startToasts = () => {
  const timers = new Map<string, Timer>()
  const remaining = new Map<string, number>()

  const pause = (id: string) => {
    const timer = timers.get(id)
    if (!timer) return
    clearTimeout(timer.timeout)
    remaining.set(id, timer.remainingMs - (Date.now() - timer.startedAt))
    timers.delete(id)
  }
  const start = (id: string, ms: number) => {
    timers.set(id, { remainingMs: ms, startedAt: Date.now(), timeout: setTimeout(() => dismiss(id), Math.max(0, ms)) })
  }

  const update = () => {
    const ids = new Set(toasts.list.map(toast => toast.id))
    for (const id of [...timers.keys()]) if (!ids.has(id)) pause(id)
    for (const id of [...remaining.keys()]) if (!ids.has(id)) remaining.delete(id)
    toasts.list.forEach((toast, index) => {
      const duration = durationOf(toast)
      if (duration === undefined) return
      const isHeld = toast.action !== undefined && toasts.holds > 0
      const isPaused = index >= maxVisible || toast.isPaused || isHeld || document.hidden
      if (isPaused) pause(toast.id)
      else if (!timers.has(toast.id)) start(toast.id, remaining.get(toast.id) ?? duration)
    })
  }

  update()
  return stopAll(listen(document, { visibilitychange: update }), subscribe(toasts, update, true), () => {
    for (const id of [...timers.keys()]) pause(id)
  })
}
