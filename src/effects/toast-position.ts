import { subscribe } from "valtio/vanilla"
import { stopAll } from "../core/listen"
import { toasts } from "../state/toasts"

/** Height in px that the toasts keep of the window when the page's header is higher than the rest. */
const reservedHeight = 140

/**
 * Keeps the toasts below the header of the page, whose actions they would cover (docs/console.md#toasts). Measured in each
 * frame while toasts are shown, because scrolling, navigation and wrapping move the header.
 */
export const startToastPosition = () => {
  let frame = 0
  const place = () => {
    const bottom = document.querySelector(".page-header")?.getBoundingClientRect().bottom ?? 0
    const top = Math.max(0, Math.min(bottom, innerHeight - reservedHeight))
    document.documentElement.style.setProperty("--toaster-top", `${top}px`)
    frame = toasts.list.length ? requestAnimationFrame(place) : 0
  }
  const update = () => {
    if (toasts.list.length && !frame) place()
  }
  update()
  return stopAll(subscribe(toasts, update, true), () => cancelAnimationFrame(frame))
}
