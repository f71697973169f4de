import { listen } from "../core/listen"

/**
 * Focuses what is clicked, as every browser but Safari does by itself: a dialog or a menu gives the focus back to what had it when
 * it opened. Before the listeners of the console, which open them.
 */
export const startPressFocus = () => {
  const click = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return
    target.closest<HTMLElement>("button, summary, [type=checkbox], [type=radio]")?.focus({ preventScroll: true })
  }
  return listen(window, { click }, { capture: true })
}
