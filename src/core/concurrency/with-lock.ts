/**
 * Mutual exclusion over all tabs: Web Locks, or a lease in storage on pages without them (docs/contract.md#refresh,
 * docs/console.md#plain-http).
 */
import { randomId } from "../hashing/random-id"
import { localStore, type Store } from "../storage"

/** Longest wait for another tab, ms; a tab that the browser froze must not block the others. Also the length of a lease. */
const timeoutMs = 10_000
const pollIntervalMs = 100

/** Receives whether another tab had the lock in the meantime: what it wrote to storage becomes visible a moment after its release. */
type Task<T> = (hasWaited: boolean) => Promise<T>

type Clock = { now: () => number; wait: (ms: number) => Promise<void> }
const clock: Clock = { now: Date.now, wait: ms => new Promise(done => setTimeout(done, ms)) }

const withWebLock = async <T>(locks: LockManager, name: string, run: Task<T>): Promise<T> => {
  let isRunning = false
  const start = (hasWaited: boolean) => {
    isRunning = true
    return run(hasWaited)
  }
  const notGranted = Symbol("not granted")
  try {
    const result = await locks.request(name, { ifAvailable: true }, lock => (lock ? start(false) : notGranted))
    if (result !== notGranted) return result as T
    return await locks.request(name, { signal: AbortSignal.timeout(timeoutMs) }, () => start(true))
  } catch (error) {
    if (isRunning) throw error
    return run(true)
  }
}

/** Runs a task under a lease in storage. Its value is "{holder} {end in epoch ms}"; after its end it is free. */
export const withLease = async <T>(name: string, run: Task<T>, store: Store = localStore, { now, wait }: Clock = clock) => {
  const key = `lease:${name}`
  const self = randomId(2)
  const currentHolder = () => {
    const [id, end] = store.get(key)?.split(" ") ?? []
    return Number(end) > now() ? id : undefined
  }
  const deadline = now() + timeoutMs
  while (now() < deadline) {
    if (currentHolder() === undefined) {
      store.set(key, `${self} ${now() + timeoutMs}`)
      // Two tabs may write at the same time: the tab whose id remains after the wait holds the lease.
      await wait(pollIntervalMs)
    }
    if (currentHolder() === self) break
    await wait(pollIntervalMs)
  }
  try {
    return await run(false)
  } finally {
    if (currentHolder() === self) store.remove(key)
  }
}

/** Runs a task while no other tab runs one under the same name, or after waiting for 10 s. */
export const withLock = <T>(name: string, run: Task<T>): Promise<T> =>
  globalThis.navigator?.locks ? withWebLock(navigator.locks, name, run) : withLease(name, run)
