/** Keys of the entries of lists, which stay while entries are edited and moved. Entries themselves need no id. */
export const createKeys = () => {
  const keys = new WeakMap<object, string>()
  const positions = new WeakMap<readonly object[], Map<string, number>>()
  let count = 0
  const keyOf = (entry: object): string => {
    const known = keys.get(entry) ?? String(count++)
    keys.set(entry, known)
    return known
  }
  const idOf = (entry: object) => (entry as { id?: unknown }).id || undefined
  return {
    keyOf,
    /** The position of the entry with the key, -1 for none. Computed once for a list. */
    indexOf: (entries: readonly object[], key: string): number => {
      const known = positions.get(entries) ?? new Map(entries.map((entry, index) => [keyOf(entry), index]))
      positions.set(entries, known)
      return known.get(key) ?? -1
    },
    /** Gives an entry the key of the one that it replaces. */
    replace: <E extends object>(entry: E, next: E): E => {
      keys.set(next, keyOf(entry))
      return next
    },
    /** Entries that were read again or come from elsewhere get the keys of those with the same ids. */
    adopt: (entries: readonly object[], before: readonly object[]) => {
      const known = new Map(before.flatMap(entry => (idOf(entry) === undefined ? [] : [[idOf(entry), keyOf(entry)] as const])))
      for (const entry of entries) {
        const id = idOf(entry)
        const key = known.get(id)
        // An id that stands twice is two entries.
        known.delete(id)
        if (key !== undefined && !keys.has(entry)) keys.set(entry, key)
      }
    },
  }
}

export type Keys = ReturnType<typeof createKeys>
