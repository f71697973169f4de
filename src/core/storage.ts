/**
 * Browser storage that never throws: where the browser blocks it or it is full, values are kept in memory instead
 * (docs/contract.md#browser-storage).
 */
export type Store = {
  get: (key: string) => string | undefined
  /** @returns false when the value is kept in memory only */
  set: (key: string, value: string) => boolean
  remove: (key: string) => void
  keys: () => string[]
  /** Returns a JSON value; undefined when it is missing, cannot be parsed, or does not pass the guard. */
  getJson: <T>(key: string, isValid: (value: unknown) => value is T) => T | undefined
}

/** @param backend called at each use, because reading the `localStorage` property itself may throw */
export const createStorage = (backend: () => Storage): Store => {
  /** Values that storage refused; undefined for a key that storage failed to remove. */
  const memory = new Map<string, string | undefined>()

  const attempt = <T>(use: (storage: Storage) => T): { value: T } | undefined => {
    try {
      return { value: use(backend()) }
    } catch {
      return undefined
    }
  }

  const get = (key: string) => {
    if (memory.has(key)) return memory.get(key)
    return attempt(storage => storage.getItem(key))?.value ?? undefined
  }

  return {
    get,
    set: (key, value) => {
      const isStored = attempt(storage => storage.setItem(key, value)) !== undefined
      if (isStored) memory.delete(key)
      else memory.set(key, value)
      return isStored
    },
    remove: key => {
      const isRemoved = attempt(storage => storage.removeItem(key)) !== undefined
      if (isRemoved) memory.delete(key)
      else memory.set(key, undefined)
    },
    keys: () => {
      const stored =
        attempt(storage => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""))?.value ?? []
      const inMemory = [...memory].flatMap(([key, value]) => (value === undefined ? [] : [key]))
      return [...new Set([...stored.filter(key => key && !memory.has(key)), ...inMemory])]
    },
    getJson: (key, isValid) => {
      const text = get(key)
      if (text === undefined) return undefined
      try {
        const value: unknown = JSON.parse(text)
        return isValid(value) ? value : undefined
      } catch {
        return undefined
      }
    },
  }
}

export const localStore = createStorage(() => localStorage)
export const sessionStore = createStorage(() => sessionStorage)
