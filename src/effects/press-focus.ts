import { listen } from "../core/listen"

/**
 * Focuses a button that is clicked, as every browser but Safari does by itself: a dialog or a menu gives the focus back to what had it when
 * it opened. Before the listeners of the console, which open them.
 */
export const startPressFocus = () => {
  const click = ({ target }: MouseEvent) => (target as Element).closest("button")?.focus({ preventScroll: true })
  return listen(window, { click }, { capture: true })
}
