import { subscribe } from "valtio/vanilla"
import { defaultDurationMs, dismiss, maxVisible, type Toast, toasts } from "../state/toasts"

type Clock = { left: number; since: number; timer: ReturnType<typeof setTimeout> }

const lifeOf = (toast: Toast) => toast.durationMs ?? (toast.action ? undefined : defaultDurationMs)

/**
 * Closes toasts when their time is over. Time runs only for those that are visible, and stands still while a toast is
 * hovered, focused or dragged, or the page is hidden. An expiry that the server set runs on regardless.
 */
export const startToasts = (now: () => number = Date.now) => {
  const clocks = new Map<string, Clock>()
  const left = new Map<string, number>()

  const pause = (id: string) => {
    const clock = clocks.get(id)
    if (!clock) return
    clearTimeout(clock.timer)
    left.set(id, clock.left - (now() - clock.since))
    clocks.delete(id)
  }
  const run = (id: string, ms: number) => {
    clocks.set(id, { left: ms, since: now(), timer: setTimeout(() => dismiss(id), Math.max(0, ms)) })
  }

  const look = () => {
    const known = new Set(toasts.list.map(toast => toast.id))
    for (const id of [...clocks.keys()]) if (!known.has(id)) pause(id)
    for (const id of [...left.keys()]) if (!known.has(id)) left.delete(id)
    toasts.list.forEach((toast, at) => {
      const life = lifeOf(toast)
      if (life === undefined) return
      const isStill = at >= maxVisible || toast.isPaused || (document.hidden && toast.durationMs === undefined)
      if (isStill) pause(toast.id)
      else if (!clocks.has(toast.id)) run(toast.id, left.get(toast.id) ?? life)
    })
  }

  document.addEventListener("visibilitychange", look)
  const stop = subscribe(toasts, look, true)
  look()
  return () => {
    stop()
    document.removeEventListener("visibilitychange", look)
    for (const id of [...clocks.keys()]) pause(id)
  }
}
