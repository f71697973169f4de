/** Adds listeners to a target, by event type. @returns a function that removes them */
export const listen = (
  target: EventTarget,
  listeners: Record<string, (event: never) => void>,
  options: AddEventListenerOptions = {},
): (() => void) => {
  const added = new AbortController()
  for (const [type, listener] of Object.entries(listeners))
    target.addEventListener(type, listener as EventListener, { ...options, signal: added.signal })
  return () => added.abort()
}

/** Returns a function that calls all of these. */
export const stopAll =
  (...stops: (() => void)[]) =>
  () => {
    for (const stop of stops) stop()
  }
