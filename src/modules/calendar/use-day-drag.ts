import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react"
import { daysOf } from "../../contract/reports"
import type { Day } from "../../core/dates/dates"
import { listen } from "../../core/listen"
import { useLatest } from "../../ui/hooks/use-latest"
import type { Place } from "./places"

/** Pixels that the pointer moves before a press becomes a drag. */
const threshold = 4

/** A place that is dragged by whole days. */
export type Drag = { place: Place; days: number }

/** The day under a point; bars that lie over their neighbours' cells do not count. */
const dayAt = (x: number, y: number): Day | undefined =>
  document
    .elementsFromPoint(x, y)
    .find((element): element is HTMLElement => element instanceof HTMLElement && element.matches("td[data-cell]"))?.dataset.cell

/**
 * Drags bars by whole days with mouse or pen; touches scroll the page. The element at `--drag-x`, `--drag-y` of the document
 * follows the pointer, Esc cancels.
 */
export const useDayDrag = (onDrop: (drag: Drag) => void) => {
  const [drag, setDrag] = useState<Drag>()
  const latest = useLatest(onDrop)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  const start = (place: Place, event: ReactPointerEvent) => {
    const origin = dayAt(event.clientX, event.clientY)
    if (event.button !== 0 || !event.isPrimary || event.pointerType === "touch" || !origin) return
    stop.current()
    const { pointerId, clientX, clientY } = event
    let current: Drag | undefined
    let isCancelled = false
    const onMove = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId || isCancelled) return
      if (!current && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < threshold) return
      const target = dayAt(moved.clientX, moved.clientY)
      const days = target ? daysOf(origin, target) - 1 : (current?.days ?? 0)
      if (days !== current?.days) {
        current = { place, days }
        setDrag(current)
      }
      document.documentElement.style.setProperty("--drag-x", `${moved.clientX}px`)
      document.documentElement.style.setProperty("--drag-y", `${moved.clientY}px`)
    }
    const end = () => {
      stopPointer()
      stopKeys()
      setDrag(undefined)
    }
    const onUp = (up: PointerEvent) => {
      if (up.pointerId !== pointerId) return
      end()
      if (!current && !isCancelled) return
      // The click that may follow the drag does not open the entry.
      const ignoreClick = (click: Event) => click.stopPropagation()
      addEventListener("click", ignoreClick, true)
      setTimeout(() => removeEventListener("click", ignoreClick, true))
      if (current?.days) latest.current(current)
    }
    const onKeyDown = (key: KeyboardEvent) => {
      if (key.key !== "Escape" || !current) return
      key.preventDefault()
      key.stopPropagation()
      current = undefined
      isCancelled = true
      setDrag(undefined)
    }
    stop.current = end
    const stopPointer = listen(window, { pointermove: onMove, pointerup: onUp, pointercancel: end })
    const stopKeys = listen(window, { keydown: onKeyDown }, { capture: true })
  }
  return { drag, start }
}
