import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from "react"
import { listen } from "../../core/listen"
import { useLatest } from "./use-latest"

/** Pixels that the pointer moves before a press becomes a drag. */
const threshold = 4
/** Distance to the window's edges at which the page scrolls, and the most that it scrolls per frame, in pixels. */
const edge = 96
const maxStep = 18

type Drag = { cancel: () => void }

/** Starts a drag of `item` within its list; the other items make room by transforms, and the layout stays as it is. */
const startDrag = (
  list: HTMLElement,
  item: HTMLElement,
  start: ReactPointerEvent,
  onDrop: (from: number, to: number) => void,
): Drag => {
  const children = [...list.children].filter((child): child is HTMLElement => child instanceof HTMLElement)
  const items = children.filter(child => child.matches("[data-entry]"))
  const from = items.indexOf(item)
  const origin = children.indexOf(item)
  const startY = start.clientY + scrollY
  const boxes = children.map(child => {
    const { top, height } = child.getBoundingClientRect()
    return { top: top + scrollY, height }
  })
  const own = boxes[origin] ?? { top: 0, height: 0 }
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0
  const listTop = list.getBoundingClientRect().top + scrollY
  const placeholder = document.createElement(list.matches("ol,ul") ? "li" : "div")
  placeholder.dataset.place = ""
  placeholder.ariaHidden = "true"
  let pointerY = start.clientY
  let to = from
  let isDragging = false
  let frame = 0

  const paint = () => {
    const offset = pointerY + scrollY - startY
    const top = own.top + offset
    const bottom = top + own.height
    let passed = 0
    to = from
    for (const [index, child] of children.entries()) {
      const box = boxes[index]
      if (!box || index === origin) continue
      const middle = box.top + box.height / 2
      const direction = index > origin && bottom > middle ? -1 : index < origin && top < middle ? 1 : 0
      child.style.transform = direction ? `translateY(${direction * (own.height + gap)}px)` : ""
      passed -= direction * (box.height + gap)
      if (child.matches("[data-entry]")) to -= direction
    }
    item.style.transform = `translateY(${offset}px)`
    placeholder.style.top = `${own.top - listTop + passed}px`
    placeholder.style.height = `${own.height}px`
  }
  const scroll = () => {
    const above = edge - pointerY
    const below = pointerY - (innerHeight - edge)
    const share = Math.min(1, Math.max(above, below, 0) / edge)
    if (share > 0) {
      scrollBy({ top: Math.sign(below - above) * share * maxStep, behavior: "instant" })
      paint()
    }
    frame = requestAnimationFrame(scroll)
  }
  const begin = () => {
    isDragging = true
    list.dataset.dragging = ""
    item.dataset.dragged = ""
    list.append(placeholder)
    frame = requestAnimationFrame(scroll)
  }
  const stop = () => {
    stopPointer()
    stopKeys()
    cancelAnimationFrame(frame)
    placeholder.remove()
    delete list.dataset.dragging
    delete item.dataset.dragged
    for (const child of children) child.style.transform = ""
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    pointerY = event.clientY
    if (!isDragging && Math.abs(pointerY + scrollY - startY) < threshold) return
    if (!isDragging) begin()
    paint()
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    stop()
    if (isDragging && to !== from) onDrop(from, to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isDragging) return
    event.preventDefault()
    event.stopPropagation()
    stop()
  }
  const stopPointer = listen(window, { pointermove: onMove, pointerup: onUp, pointercancel: stop })
  const stopKeys = listen(window, { keydown: onKeyDown }, { capture: true })
  return { cancel: stop }
}

/**
 * Reorders the items of a list by dragging a handle with a pointer of any kind: a placeholder shows where the item lands, the
 * page scrolls near the window's edges, Esc cancels. Items are children of the list with `data-entry`; their handles call
 * `onPointerDown` and have `touch-action: none`. Reordering by keyboard is the component's own.
 * @param onDrop called with the positions, from 0, of an item that was dropped elsewhere
 */
export const useDragOrder = (list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) => {
  const latest = useLatest(onDrop)
  const drag = useRef<Drag>(undefined)
  useEffect(() => () => drag.current?.cancel(), [])
  return {
    onPointerDown: (event: ReactPointerEvent) => {
      const item = event.currentTarget.closest<HTMLElement>("[data-entry]")
      if (!list.current || !item || event.button !== 0 || !event.isPrimary) return
      // Otherwise the press selects text.
      event.preventDefault()
      drag.current?.cancel()
      drag.current = startDrag(list.current, item, event, (from, to) => latest.current(from, to))
    },
  }
}
