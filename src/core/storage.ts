/** Browser storage that may be full, blocked or corrupted: what can't be kept there is kept in memory, and nobody notices. */
export type Store = {
  get: (key: string) => string | undefined
  /** @returns false when only memory holds it */
  set: (key: string, value: string) => boolean
  remove: (key: string) => void
  keys: () => string[]
  /** A JSON value that the guard accepts; whatever does not parse or fit counts as absent. */
  getJson: <T>(key: string, fits: (value: unknown) => value is T) => T | undefined
}

/** @param backend asked at each use: reaching for `localStorage` itself may throw */
export const createStorage = (backend: () => Storage): Store => {
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
      const kept = attempt(storage => storage.setItem(key, value)) !== undefined
      if (kept) memory.delete(key)
      else memory.set(key, value)
      return kept
    },
    remove: key => {
      const removed = attempt(storage => storage.removeItem(key)) !== undefined
      if (removed) memory.delete(key)
      else memory.set(key, undefined)
    },
    keys: () => {
      const stored = attempt(storage => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ""))?.value ?? []
      const held = [...memory].flatMap(([key, value]) => (value === undefined ? [] : [key]))
      return [...new Set([...stored.filter(key => key && !memory.has(key)), ...held])]
    },
    getJson: (key, fits) => {
      const text = get(key)
      if (text === undefined) return undefined
      try {
        const value: unknown = JSON.parse(text)
        return fits(value) ? value : undefined
      } catch {
        return undefined
      }
    },
  }
}

export const localStore = createStorage(() => localStorage)
export const sessionStore = createStorage(() => sessionStorage)
