/** One at a time over all tabs: Web Locks where the page has them, else a lease in storage (decisions §1 Browsers, §3 Refresh). */
import { randomId } from "./random-id"
import { localStore, type Store } from "./storage"

/** Nobody waits longer than this for another tab, ms: a tab that was frozen must not stop the others. */
const patience = 10_000
const pause = 100

type Clock = { now: () => number; wait: (ms: number) => Promise<void> }
const clock: Clock = { now: Date.now, wait: ms => new Promise(done => setTimeout(done, ms)) }

/** What another tab wrote to storage just before it let go is seen here a moment later, ms: after waiting for it, or just in case. */
const seenAfter = { waiting: 150, free: 25 }

const withWebLock = async <T>(locks: LockManager, name: string, run: () => Promise<T>): Promise<T> => {
  let isRunning = false
  const runLater = async (ms: number) => {
    isRunning = true
    await clock.wait(ms)
    return run()
  }
  const wasTaken = Symbol("taken")
  try {
    const result = await locks.request(name, { ifAvailable: true }, lock => (lock ? runLater(seenAfter.free) : wasTaken))
    if (result !== wasTaken) return result as T
    return await locks.request(name, { signal: AbortSignal.timeout(patience) }, () => runLater(seenAfter.waiting))
  } catch (error) {
    if (isRunning) throw error
    return run()
  }
}

/** A lease names its holder and its end (epoch ms); one that has ended belongs to nobody. */
export const withLease = async <T>(
  name: string,
  run: () => Promise<T>,
  store: Store = localStore,
  { now, wait }: Clock = clock,
) => {
  const key = `lease:${name}`
  const me = randomId(2)
  const holder = () => {
    const [id, end] = store.get(key)?.split(" ") ?? []
    return Number(end) > now() ? id : undefined
  }
  const until = now() + patience
  while (now() < until) {
    if (holder() === undefined) {
      store.set(key, `${me} ${now() + patience}`)
      // Two tabs may have written at once: the one that stands after a pause has it.
      await wait(pause)
    }
    if (holder() === me) break
    await wait(pause)
  }
  try {
    return await run()
  } finally {
    if (holder() === me) store.remove(key)
  }
}

/** Runs when no other tab runs something under this name, or when waiting has taken too long. */
export const withLock = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? withWebLock(navigator.locks, name, run) : withLease(name, run)
