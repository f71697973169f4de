/** Returns a function that joins its callers to the call of `load` in progress, and calls `load` when there is none. */
export const singleFlight = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  return () => {
    running ??= load().finally(() => {
      running = undefined
    })
    return running
  }
}
