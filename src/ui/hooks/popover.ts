/** Positions popovers in JavaScript, because CSS anchor positioning is not available in all supported browsers. Distances in px. */

const gap = 4
const margin = 8

/**
 * Positions a popover below its anchor, or above if there is no room, aligned with its start or end. One that fits neither
 * below nor above covers the anchor, within the window.
 */
export const placePopover = (popover: HTMLElement, anchor: HTMLElement, align: "start" | "end" = "start") => {
  const rect = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const below = rect.bottom + gap
  const above = rect.top - gap - height
  const lowest = innerHeight - margin - height
  const top = below <= lowest ? below : above > margin ? above : Math.max(margin, lowest)
  const wanted = align === "start" ? rect.left : rect.right - width
  popover.style.setProperty("--left", `${Math.max(margin, Math.min(wanted, innerWidth - margin - width))}px`)
  popover.style.setProperty("--top", `${top}px`)
}

/** The least height of a list that is limited to the room below its anchor. */
const minListHeight = 192

/** Limits the height of a list to the room below its anchor, unless that is too little: above, it would cover the fields there. */
export const limitToRoomBelow = (list: HTMLElement, anchor: HTMLElement) => {
  const room = innerHeight - margin - gap - anchor.getBoundingClientRect().bottom
  if (room < minListHeight) list.style.removeProperty("--max-height")
  else list.style.setProperty("--max-height", `min(18rem, ${room}px)`)
}

/** Shows and positions a popover. Test documents lack `showPopover`. */
export const showPopover = (popover: HTMLElement | null, anchor: HTMLElement | null, align?: "start" | "end") => {
  if (!popover || !anchor) return
  popover.showPopover?.()
  placePopover(popover, anchor, align)
}
