import { DeadlineExceeded, withDeadline } from "../errors/deadline"

/** Places for calls that are handled at the same time, and the bodies that are arriving meanwhile. */

/** Places for `max` holders, at most `maxPerAddress` of them from one address. */
export const createPlaces = (max: number, maxPerAddress = max) => {
  let taken = 0
  const takenBy = new Map<string, number>()
  /** @returns what gives the place back; undefined when there is none */
  const take = (address: string): (() => void) | undefined => {
    const own = takenBy.get(address) ?? 0
    if (taken >= max || own >= maxPerAddress) return undefined
    taken++
    takenBy.set(address, own + 1)
    return () => {
      taken--
      const left = (takenBy.get(address) ?? 1) - 1
      if (left) takenBy.set(address, left)
      else takenBy.delete(address)
    }
  }
  return { take }
}

export type Places = ReturnType<typeof createPlaces>

type Arrival = { address: string; end: AbortController }

/**
 * Bodies that arrive at the same time: `max`, and `maxPerAddress` from one address. When there are more, the one that has
 * taken longest ends: of its own address, or of the address with the most. A body that comes at once is therefore always
 * received, however many slow ones there are.
 */
export const createArrivals = (max: number, maxPerAddress: number) => {
  /** In the order of their beginning. */
  const arrivals = new Set<Arrival>()
  const countOf = (address: string) => [...arrivals].filter(arrival => arrival.address === address).length
  const busiest = () => {
    const counts = new Map<string, number>()
    for (const { address } of arrivals) counts.set(address, (counts.get(address) ?? 0) + 1)
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
  }
  const endOldest = (address: string | undefined) => {
    const oldest = [...arrivals].find(arrival => arrival.address === address)
    if (!oldest) return
    arrivals.delete(oldest)
    oldest.end.abort(new DeadlineExceeded("Others were waiting."))
  }
  /** @throws DeadlineExceeded when the body does not arrive in time, or others need its place */
  const receive = async <T>(address: string, timeoutMs: number, read: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    if (countOf(address) >= maxPerAddress) endOldest(address)
    else if (arrivals.size >= max) endOldest(busiest())
    const arrival = { address, end: new AbortController() }
    arrivals.add(arrival)
    try {
      return await withDeadline(timeoutMs, read, arrival.end.signal)
    } finally {
      arrivals.delete(arrival)
    }
  }
  return { receive }
}

/** Receives the body of a call, which gives its place back meanwhile. */
export type Receive = <T>(timeoutMs: number, read: (signal: AbortSignal) => Promise<T>) => Promise<T>
