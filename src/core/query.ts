/**
 * The query cache: keyed, followed, shared. Stale data is shown while fresh data loads; a write names the tags it
 * touches; late answers are dropped by their run number.
 */
import { HttpError, mayHaveSucceeded } from "./http-error"

export type ReadOptions = {
  /** How long an entry is kept after its last follower left (S9: 60 s). */
  ttlMs?: number
  /** How long a mount or a focus does not load again. */
  staleTimeMs?: number
}

export type Read<A, T> = ((args: A, signal?: AbortSignal) => Promise<T>) & {
  tag: string
  keyOf: (args: A) => string
  ttlMs: number
  staleTimeMs: number
}

/** One entry as it is shown. The reference stays the same until something changes. */
export type Entry<T> = { data?: T; error?: unknown; loading: boolean /** when the data arrived, epoch ms */; loadedAt: number }

type Slot = {
  entry: Entry<unknown>
  run: number
  loading: Promise<unknown> | undefined
  control: AbortController | undefined
  followers: Set<() => void>
  load: (signal: AbortSignal) => Promise<unknown>
  staleTimeMs: number
  drop: ReturnType<typeof setTimeout> | undefined
}

const empty: Entry<never> = { loading: false, loadedAt: 0 }

/** @param name "tag.part", such as "campaigns.list"; writes invalidate by the tag */
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

/** A call whose answer was lost may have been carried out; a 404 or 409 says that what is shown is out of date. */
const mayHaveChanged = (error: unknown) =>
  error instanceof HttpError && (mayHaveSucceeded(error) || error.status === 404 || error.status === 409)

/**
 * A query cache. Followed entries are shown while they reload; `write` wraps a call that changes something and outdates
 * the tags it names.
 */
export const createCache = () => {
  const slots = new Map<string, Slot>()

  const slotOf = <A, T>(read: Read<A, T>, args: A): Slot => {
    const key = read.keyOf(args)
    const known = slots.get(key)
    if (known) return known
    const slot: Slot = {
      entry: empty,
      run: 0,
      loading: undefined,
      control: undefined,
      followers: new Set(),
      load: signal => read(args, signal),
      staleTimeMs: read.staleTimeMs,
      drop: undefined,
    }
    slots.set(key, slot)
    return slot
  }

  const show = (slot: Slot, change: Partial<Entry<unknown>>) => {
    slot.entry = { ...slot.entry, ...change }
    for (const follower of slot.followers) follower()
  }

  const start = (slot: Slot): Promise<unknown> => {
    const run = ++slot.run
    show(slot, { loading: true })
    slot.control = new AbortController()
    const promise = slot.load(slot.control.signal)
    slot.loading = promise
    promise.then(
      data => {
        if (run === slot.run) settle(slot, { data, error: undefined, loading: false, loadedAt: Date.now() })
      },
      (error: unknown) => {
        if (run === slot.run) settle(slot, { error, loading: false })
      },
    )
    return promise
  }

  const settle = (slot: Slot, change: Partial<Entry<unknown>>) => {
    slot.loading = undefined
    show(slot, change)
  }

  const expire = (key: string, slot: Slot, ttlMs: number) => {
    clearTimeout(slot.drop)
    slot.drop = setTimeout(() => {
      if (!slot.followers.size && slots.get(key) === slot) slots.delete(key)
    }, ttlMs)
  }

  const isStale = (slot: Slot) => slot.entry.data === undefined || Date.now() - slot.entry.loadedAt >= slot.staleTimeMs

  /** What was read under the tag is out of date: followed entries reload and keep what is shown, the others are dropped. */
  const invalidate = (tag: string) => {
    for (const [key, slot] of slots) {
      if (key !== tag && !key.startsWith(`${tag}.`)) continue
      if (slot.followers.size) {
        // Also when this load fails: what is shown meanwhile is known to be old.
        slot.entry = { ...slot.entry, loadedAt: 0 }
        start(slot).catch(() => undefined)
      } else {
        slot.run++
        clearTimeout(slot.drop)
        slots.delete(key)
      }
    }
  }

  /** Wraps a call that changes something: what was read under `tags` is out of date once it succeeded, or nobody knows. */
  const write =
    <A extends unknown[], R>(tags: string | readonly string[], call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const outdate = () => {
        for (const tag of [tags].flat()) invalidate(tag)
      }
      try {
        const result = await call(...args)
        outdate()
        return result
      } catch (error) {
        if (mayHaveChanged(error)) outdate()
        throw error
      }
    }

  return {
    /** Follows an entry and loads it when it is absent or stale. @returns stops following */
    subscribe: <A, T>(read: Read<A, T>, args: A, changed: () => void): (() => void) => {
      const slot = slotOf(read, args)
      clearTimeout(slot.drop)
      slot.followers.add(changed)
      if (!slot.loading && isStale(slot)) start(slot).catch(() => undefined)
      return () => {
        slot.followers.delete(changed)
        if (!slot.followers.size) expire(read.keyOf(args), slot, read.ttlMs)
      }
    },
    entry: <A, T>(read: Read<A, T>, args: A): Entry<T> => (slots.get(read.keyOf(args))?.entry ?? empty) as Entry<T>,
    /** Loads, sharing a load in flight; with `force` a new one overtakes it. @throws what the load throws */
    load: <A, T>(read: Read<A, T>, args: A, force = false): Promise<T> => {
      const slot = slotOf(read, args)
      if (!slot.followers.size) expire(read.keyOf(args), slot, read.ttlMs)
      return (force ? start(slot) : (slot.loading ?? start(slot))) as Promise<T>
    },
    /** Loads ahead of need, silently, unless a fresh copy is here. */
    prefetch: <A, T>(read: Read<A, T>, args: A) => {
      const slot = slotOf(read, args)
      if (!slot.followers.size) expire(read.keyOf(args), slot, read.ttlMs)
      if (!slot.loading && isStale(slot)) start(slot).catch(() => undefined)
    },
    write,
    invalidate,
    /** The window has the focus again: what is shown and no longer fresh is loaded anew. */
    refetchStale: () => {
      for (const slot of slots.values())
        if (slot.followers.size && !slot.loading && isStale(slot)) start(slot).catch(() => undefined)
    },
    /** Stops waiting: what was shown stays, or an error that says so stands in its place. */
    cancel: <A, T>(read: Read<A, T>, args: A) => {
      const slot = slots.get(read.keyOf(args))
      if (!slot?.loading) return
      slot.run++
      slot.control?.abort()
      const { data } = slot.entry
      settle(slot, { loading: false, error: data === undefined ? new HttpError({ kind: "aborted" }) : undefined })
    },
    /** The API can be reached again: what is shown and failed, or is no longer fresh, is loaded anew. */
    refetchFailed: () => {
      for (const slot of slots.values())
        if (slot.followers.size && !slot.loading && (slot.entry.error !== undefined || isStale(slot)))
          start(slot).catch(() => undefined)
    },
    /** Sign-out: nothing of the previous person stays, late answers included. */
    clear: () => {
      for (const [key, slot] of slots) {
        slot.run++
        slot.loading = undefined
        clearTimeout(slot.drop)
        slots.delete(key)
        slot.entry = empty
        for (const follower of slot.followers) follower()
      }
    },
  }
}

export type Cache = ReturnType<typeof createCache>
