/**
 * Returns a function that joins its callers to the call of `load` in progress, and calls `load` when there is none.
 * @param keyOf separates calls by their arguments; by default all are joined
 */
export const singleFlight = <Args extends unknown[], T>(
  load: (...args: Args) => Promise<T>,
  keyOf: (...args: Args) => string = () => "",
): ((...args: Args) => Promise<T>) => {
  const running = new Map<string, Promise<T>>()
  return (...args) => {
    const key = keyOf(...args)
    const current = running.get(key) ?? load(...args).finally(() => running.delete(key))
    running.set(key, current)
    return current
  }
}
