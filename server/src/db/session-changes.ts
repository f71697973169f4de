import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"

/**
 * Changes of what sessions are answered by: of sessions, people and companies. Triggers announce them, whoever makes them
 * (migration 0021, docs/decisions/2026-11-22-kept-sessions.md).
 */
export type SessionChanges = {
  /**
   * A number that is another one after each change: what was read before it was taken must not be used then. undefined
   * while changes by other processes could be missed.
   */
  mark: () => number | undefined
}

/** The channel of the notifications, and the text of the notices. */
export const sessionChannel = "session_changes"

/** Counts the changes that a process hears of. It hears of none at first. */
export const createSessionChanges = () => {
  let count = 0
  let isHearing = false
  return {
    mark: () => (isHearing ? count : undefined),
    changed: () => {
      count++
    },
    hearing: (is: boolean) => {
      count++
      isHearing = is
    },
  }
}

/** Work of this process that may change sessions: a statement, or a transaction. */
export type Work = { isChange: boolean }

/**
 * Tells which of a process's statements and transactions change sessions, on a database with several connections. A notice
 * names no connection: it counts for all that run.
 * @param changed called when such work has ended, before its caller goes on
 */
export const createWorks = (changed: () => void) => {
  const running = new Set<Work>()
  return {
    begin: (): Work => {
      const work = { isChange: false }
      running.add(work)
      return work
    },
    noticed: () => {
      for (const work of running) work.isChange = true
    },
    end: (work: Work) => {
      running.delete(work)
      if (work.isChange) changed()
    },
  }
}

export type Works = ReturnType<typeof createWorks>

/** A connection that is kept open for notifications. */
export type Listener = {
  /** Listens, on a new connection when the last one is lost. */
  listen: () => Promise<unknown>
  /** Sends a notification as everybody else does. */
  notify: (payload: string) => Promise<unknown>
}

/** How long a listener waits before it tries again, ms. */
const retryMs = 1_000

/**
 * Hears of the changes by other processes, and again after the connection was lost. Changes count as heard once a
 * notification of its own has arrived: behind a proxy that shares connections, none would.
 */
export const hearChanges = (changes: ReturnType<typeof createSessionChanges>, { listen, notify }: Listener) => {
  const proof = randomUUID()
  let isClosed = false
  let lose = () => {}
  const run = async () => {
    while (!isClosed) {
      const lost = new Promise<void>(resolve => {
        lose = resolve
      })
      try {
        await listen()
        await notify(proof)
        await lost
      } catch {
        await delay(retryMs, undefined, { ref: false })
      }
    }
  }
  void run()
  return {
    heard: (payload: string) => (payload === proof ? changes.hearing(true) : changes.changed()),
    lost: () => {
      changes.hearing(false)
      lose()
    },
    close: () => {
      isClosed = true
      lose()
    },
  }
}
