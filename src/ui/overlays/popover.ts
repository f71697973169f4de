/** Places a popover beside its anchor; anchor positioning is not everywhere yet, so the place is computed on opening. */
const gap = 4
const margin = 8

/** Below the anchor, or above it when there is no room; aligned with its start or end, and never outside the window. */
export const placePopover = (popover: HTMLElement, anchor: HTMLElement, align: "start" | "end" = "start") => {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const below = at.bottom + gap
  const top = below + height > innerHeight - margin && at.top - gap - height > margin ? at.top - gap - height : below
  const wanted = align === "start" ? at.left : at.right - width
  popover.style.setProperty("--left", `${Math.max(margin, Math.min(wanted, innerWidth - margin - width))}px`)
  popover.style.setProperty("--top", `${top}px`)
}

/** A popover that shows (the attribute's methods are missing in test documents). */
export const showPopover = (popover: HTMLElement | null, anchor: HTMLElement | null, align?: "start" | "end") => {
  if (!popover || !anchor) return
  popover.showPopover?.()
  placePopover(popover, anchor, align)
}
