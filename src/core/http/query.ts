/** The query cache: entries by key, with subscribers and one load in flight each (docs/console.md#query-cache). */
import { HttpError, mayHaveSucceeded } from "./http-error"

type ReadOptions = {
  /** How long an entry is kept after its last subscriber has left. */
  ttlMs?: number
  /** How long loaded data counts as fresh: a new subscriber or a window focus does not load it again. */
  staleTimeMs?: number
}

/** A cached read call. `tag` is the first segment of its name. */
export type Read<A, T> = ((args: A, signal?: AbortSignal) => Promise<T>) & {
  tag: string
  keyOf: (args: A) => string
  ttlMs: number
  staleTimeMs: number
}

/** State of an entry; the reference changes only when a member changes. `loadedAt`: epoch ms, 0 before data and after a write. */
export type Entry<T> = { data?: T; error?: unknown; loading: boolean; loadedAt: number }

type Slot = {
  entry: Entry<unknown>
  /** Number of the latest load; results of earlier loads are ignored. */
  run: number
  loading: Promise<unknown> | undefined
  abortController: AbortController | undefined
  subscribers: Set<() => void>
  load: (signal: AbortSignal) => Promise<unknown>
  staleTimeMs: number
  expiry: ReturnType<typeof setTimeout> | undefined
}

const empty: Entry<never> = { loading: false, loadedAt: 0 }

/** Defines a cached read call. @param name "tag.part", such as "records.list"; writes invalidate entries by their tag */
export const read = <A, T>(
  name: string,
  load: (args: A, signal?: AbortSignal) => Promise<T>,
  { ttlMs = 60_000, staleTimeMs = 5_000 }: ReadOptions = {},
): Read<A, T> =>
  Object.assign((args: A, signal?: AbortSignal) => load(args, signal), {
    tag: name.split(".")[0] ?? name,
    keyOf: (args: A) => (args === undefined ? name : `${name}:${JSON.stringify(args)}`),
    ttlMs,
    staleTimeMs,
  })

/** Whether cached data may be outdated after a failed write: it may have been carried out, or another change preceded it. */
const mayHaveChanged = (error: unknown) =>
  error instanceof HttpError && (mayHaveSucceeded(error) || error.status === 404 || error.status === 409)

/** Creates a query cache. */
export const createCache = () => {
  const slots = new Map<string, Slot>()
  let changes = 0

  const slotOf = <A, T>(read: Read<A, T>, args: A): Slot => {
    const key = read.keyOf(args)
    const existing = slots.get(key)
    if (existing) return existing
    const slot: Slot = {
      entry: empty,
      run: 0,
      loading: undefined,
      abortController: undefined,
      subscribers: new Set(),
      load: signal => read(args, signal),
      staleTimeMs: read.staleTimeMs,
      expiry: undefined,
    }
    slots.set(key, slot)
    return slot
  }

  const setEntry = (slot: Slot, change: Partial<Entry<unknown>>) => {
    slot.entry = { ...slot.entry, ...change }
    for (const subscriber of slot.subscribers) subscriber()
  }

  const startLoad = (slot: Slot): Promise<unknown> => {
    const run = ++slot.run
    setEntry(slot, { loading: true })
    slot.abortController = new AbortController()
    const promise = slot.load(slot.abortController.signal)
    slot.loading = promise
    promise.then(
      data => {
        if (run === slot.run) endLoad(slot, { data, error: undefined, loading: false, loadedAt: Date.now() })
      },
      (error: unknown) => {
        if (run === slot.run) endLoad(slot, { error, loading: false })
      },
    )
    return promise
  }

  const endLoad = (slot: Slot, change: Partial<Entry<unknown>>) => {
    slot.loading = undefined
    setEntry(slot, change)
  }

  /** Loads without a caller: the entry holds the error. */
  const loadInBackground = (slot: Slot) => {
    startLoad(slot).catch(() => undefined)
  }

  const expireLater = (key: string, slot: Slot, ttlMs: number) => {
    clearTimeout(slot.expiry)
    slot.expiry = setTimeout(() => {
      if (!slot.subscribers.size && slots.get(key) === slot) slots.delete(key)
    }, ttlMs)
  }

  const isStale = (slot: Slot) => slot.entry.data === undefined || Date.now() - slot.entry.loadedAt >= slot.staleTimeMs

  const loadStale = () => {
    for (const slot of slots.values()) if (slot.subscribers.size && !slot.loading && isStale(slot)) loadInBackground(slot)
  }

  /** Marks the entries of a tag as outdated: those with subscribers reload and keep their data meanwhile, the others are dropped. */
  const invalidate = (tag: string) => {
    changes++
    for (const [key, slot] of slots) {
      if (key !== tag && !key.startsWith(`${tag}.`)) continue
      if (slot.subscribers.size) {
        // The data is outdated also when this load fails.
        slot.entry = { ...slot.entry, loadedAt: 0 }
        loadInBackground(slot)
      } else {
        slot.run++
        clearTimeout(slot.expiry)
        slots.delete(key)
      }
    }
  }

  /** Returns `call` as a function that invalidates the tags afterwards, unless the call has certainly changed nothing. */
  const write =
    <A extends unknown[], R>(tags: string | readonly string[], call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const invalidateTags = () => {
        for (const tag of [tags].flat()) invalidate(tag)
      }
      try {
        const result = await call(...args)
        invalidateTags()
        return result
      } catch (error) {
        if (mayHaveChanged(error)) invalidateTags()
        throw error
      }
    }

  return {
    /** Subscribes to an entry and loads it when it is missing or stale. @returns unsubscribes */
    subscribe: <A, T>(read: Read<A, T>, args: A, onChange: () => void): (() => void) => {
      const slot = slotOf(read, args)
      clearTimeout(slot.expiry)
      slot.subscribers.add(onChange)
      if (!slot.loading && isStale(slot)) loadInBackground(slot)
      return () => {
        slot.subscribers.delete(onChange)
        if (!slot.subscribers.size) expireLater(read.keyOf(args), slot, read.ttlMs)
      }
    },
    entry: <A, T>(read: Read<A, T>, args: A): Entry<T> => (slots.get(read.keyOf(args))?.entry ?? empty) as Entry<T>,
    /** Loads an entry, or joins its load in flight; `force` starts a new load. @throws as the call */
    load: <A, T>(read: Read<A, T>, args: A, force = false): Promise<T> => {
      const slot = slotOf(read, args)
      if (!slot.subscribers.size) expireLater(read.keyOf(args), slot, read.ttlMs)
      return (force ? startLoad(slot) : (slot.loading ?? startLoad(slot))) as Promise<T>
    },
    /** Loads an entry before it is needed, unless it is fresh. */
    prefetch: <A, T>(read: Read<A, T>, args: A) => {
      const slot = slotOf(read, args)
      if (!slot.subscribers.size) expireLater(read.keyOf(args), slot, read.ttlMs)
      if (!slot.loading && isStale(slot)) loadInBackground(slot)
    },
    write,
    invalidate,
    /** How often entries have been marked as outdated. */
    changes: () => changes,
    /** Resolves when no load that has been started is in flight any more, whether or not it succeeded. */
    settled: async () => {
      await Promise.allSettled([...slots.values()].map(slot => slot.loading))
    },
    /** Loads stale entries that have subscribers, on window focus. */
    refetchStale: loadStale,
    /** Cancels the load of an entry. Its data stays; an entry without data gets an error of kind `aborted`. */
    cancel: <A, T>(read: Read<A, T>, args: A) => {
      const slot = slots.get(read.keyOf(args))
      if (!slot?.loading) return
      slot.run++
      slot.abortController?.abort()
      const { data } = slot.entry
      endLoad(slot, { loading: false, error: data === undefined ? new HttpError({ kind: "aborted" }) : undefined })
    },
    /** Loads failed and stale entries that have subscribers, once the API can be reached again. */
    refetchFailed: () => {
      for (const slot of slots.values())
        if (slot.subscribers.size && !slot.loading && (slot.entry.error !== undefined || isStale(slot))) loadInBackground(slot)
    },
    /**
     * Drops all data and ignores loads in flight, when another person or nobody is signed in. Entries that still have
     * subscribers after the render that follows are loaded again.
     */
    clear: () => {
      for (const [key, slot] of slots) {
        slot.run++
        slot.loading = undefined
        clearTimeout(slot.expiry)
        if (!slot.subscribers.size) slots.delete(key)
        slot.entry = empty
        for (const subscriber of slot.subscribers) subscriber()
      }
      setTimeout(loadStale)
    },
  }
}

export type Cache = ReturnType<typeof createCache>
