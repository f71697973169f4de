/**
 * Changes of sessions, people and companies, which end what is cached of sessions. Triggers announce each of them, whoever
 * makes it: by a notification after the commit, which every process receives, and by a notice to the connection that makes it
 * (migration 0021, docs/decisions/server/2026-11-22-kept-sessions.md).
 */
export type SessionChanges = {
  /**
   * A number that is another one after each change: what was read before it was taken must not be used then. undefined
   * while no notifications are received.
   */
  mark: () => number | undefined
  /**
   * Begins a call of this process. @returns a function that ends it: when a connection of the process has made a change
   * meanwhile, the mark moves, before the notification arrives
   */
  beginCall: () => () => void
}

/** The channel of the notifications, and the text of the notices. */
export const sessionChannel = "session_changes"

export const createSessionChanges = () => {
  let count = 0
  let notices = 0
  let isReceiving = false
  return {
    mark: () => (isReceiving ? count : undefined),
    beginCall: () => {
      const before = notices
      return () => {
        if (notices !== before) count++
      }
    },
    /** A notification has arrived. */
    changed: () => {
      count++
    },
    /**
     * A notice has arrived: a statement of this process has made a change. The mark moves at once, for a statement outside of a
     * call, and once more when the call ends, since the change may not be committed yet.
     */
    noticed: () => {
      notices++
      count++
    },
    /** Notifications arrive from now on, or no more. */
    receiving: (is: boolean) => {
      count++
      isReceiving = is
    },
  }
}
