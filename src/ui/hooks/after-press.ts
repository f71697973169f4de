const ends = ["pointerup", "mouseup", "dragend"] as const

/**
 * Calls `run` after the click of a pressed pointer, and at once where nothing is pressed. What changes the layout between press
 * and release moves the pressed button away from the pointer, and the browser then sends no click.
 */
export const afterPress = (run: () => void): void => {
  if (!document.querySelector(":active")) {
    run()
    return
  }
  const released = new AbortController()
  const end = () => {
    released.abort()
    setTimeout(run)
  }
  for (const type of ends) addEventListener(type, end, { capture: true, signal: released.signal })
}
