/**
 * Changes of sessions, people and companies, which end what is cached of sessions. Triggers announce each of them, whoever
 * makes it: by a notification after the commit, which every process receives, and by a notice to the connection that makes it
 * (migrations 0021 and 0090, docs/decisions/server/2026-11-22-kept-sessions.md). Both name the ids of the sessions, people and
 * companies; a change without names concerns everybody.
 */
export type SessionChanges = {
  /** A number that is another one after each change; undefined while no notifications are received. */
  mark: () => number | undefined
  /**
   * Whether what was read after a mark may still be used: nothing has changed of the sessions, people and companies that it depends on.
   * @param ids undefined while these are not known: then any change counts
   */
  isCurrent: (mark: number, ids: readonly string[] | undefined) => boolean
  /**
   * Begins a call of this process. @returns a function that ends it: when a connection of the process has made a change
   * meanwhile, it counts again, before the notification arrives
   */
  beginCall: () => () => void
}

/** The channel of the notifications, and the text of the notices. */
export const sessionChannel = "session_changes"

/** Names of which the last change is known; with more, all are forgotten and everybody is concerned. */
const maxNames = 1_000

export const createSessionChanges = () => {
  let count = 0
  let notices = 0
  let isReceiving = false
  /** The last change that concerned everybody, and the last one of each id. */
  let lastOfAll = 0
  const lastOf = new Map<string, number>()
  /** The last notice with each text. */
  const noticed = new Map<string, number>()
  /** @param names ids, with commas */
  const changed = (names: string) => {
    count++
    const ids = names.split(",")
    if (lastOf.size + ids.length <= maxNames && ids.every(id => /^[0-9a-f-]{36}$/.test(id)))
      for (const id of ids) lastOf.set(id, count)
    else {
      lastOfAll = count
      lastOf.clear()
    }
  }
  return {
    mark: () => (isReceiving ? count : undefined),
    isCurrent: (mark: number, ids: readonly string[] | undefined) =>
      mark === count || (ids !== undefined && mark >= lastOfAll && ids.every(id => mark >= (lastOf.get(id) ?? 0))),
    beginCall: () => {
      const before = notices
      return () => {
        if (notices !== before) for (const [names, at] of noticed) if (at > before) changed(names)
      }
    },
    /** A notification has arrived. */
    changed,
    /**
     * A notice has arrived: a statement of this process has made a change. It counts at once, for a statement outside of a
     * call, and once more when the call ends, since the change may not be committed yet.
     */
    noticed: (names: string) => {
      const isFull = noticed.size >= maxNames
      if (isFull) noticed.clear()
      noticed.set(isFull ? "" : names, ++notices)
      changed(names)
    },
    /** Notifications arrive from now on, or no more. */
    receiving: (is: boolean) => {
      changed("")
      isReceiving = is
    },
  }
}
