/** Places of what runs at the same time, at most `max`, and `maxOf` a key (an address, an account, a company). */
export const createSlots = (max: number, maxOf: (key: string) => number = () => max) => {
  let running = 0
  const runningByKey = new Map<string, number>()
  /** @param isForced takes a slot beyond the limits. @returns the function that releases the slot; undefined when a limit is reached */
  const acquire = (keys: readonly string[], isForced = false): (() => void) | undefined => {
    const countOf = (key: string) => runningByKey.get(key) ?? 0
    if (!isForced && (running >= max || keys.some(key => countOf(key) >= maxOf(key)))) return undefined
    running++
    for (const key of keys) runningByKey.set(key, countOf(key) + 1)
    return () => {
      running--
      for (const key of keys)
        if (countOf(key) > 1) runningByKey.set(key, countOf(key) - 1)
        else runningByKey.delete(key)
    }
  }
  return { acquire }
}
