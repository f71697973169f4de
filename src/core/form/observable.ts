/** A value that is derived from a state, and those who are notified when it differs after a change. */
export type Observable<S> = { get: () => S; subscribe: (listener: () => void) => () => void }

const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every(name => Object.is(a[name as never], b[name as never]))
}

/** Makes values that are derived from one state. */
export const createObservables = () => {
  const checks = new Set<() => void>()
  return {
    /** @param read derives the value; one whose members are the same counts as the same, and keeps its identity */
    observe: <S>(read: () => S): Observable<S> => {
      let known = read()
      let notified = known
      const listeners = new Set<() => void>()
      const get = () => {
        const next = read()
        if (!isSame(known, next)) known = next
        return known
      }
      const check = () => {
        if (get() === notified) return
        notified = known
        for (const listener of [...listeners]) listener()
      }
      return {
        get,
        subscribe: listener => {
          if (listeners.size === 0) notified = get()
          listeners.add(listener)
          checks.add(check)
          return () => {
            listeners.delete(listener)
            if (listeners.size === 0) checks.delete(check)
          }
        },
      }
    },
    /** To be called after each change of the state. */
    notify: () => {
      for (const check of [...checks]) check()
    },
  }
}

export type Observe = ReturnType<typeof createObservables>["observe"]
