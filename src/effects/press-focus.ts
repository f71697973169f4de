import { listen, stopAll } from "../core/listen"

const controls = "button, summary, input[type=checkbox], input[type=radio]"

/**
 * Focuses what is clicked, as every browser but Safari does by itself: a dialog or a menu gives the focus back to what had it when
 * it opened. A control whose press is cancelled leaves the focus where it is.
 */
export const startPressFocus = () => {
  let pressed: HTMLElement | null = null
  const press = (event: MouseEvent) => {
    pressed = event.defaultPrevented || !(event.target instanceof Element) ? null : event.target.closest(controls)
  }
  const click = ({ target }: MouseEvent) => {
    if (pressed?.contains(target as Node) && document.activeElement !== pressed) pressed.focus({ preventScroll: true })
    pressed = null
  }
  // Before the listeners of the console, which open a dialog or a menu.
  return stopAll(listen(window, { mousedown: press }), listen(window, { click }, { capture: true }))
}
