import { DeadlineExceeded, withDeadline } from "../../errors/deadline"

type Transfer = { address: string; end: AbortController }

/**
 * Limits the bodies received at the same time to `max`, and to `maxOfAddress` from one address. Above a limit the oldest
 * transfer is aborted: of the same address, or of the address with the most. A body that is sent without delay is therefore
 * always received, whatever the number of slow ones.
 */
export const createBodies = (max: number, maxOfAddress: number) => {
  /** In the order in which they began. */
  const transfers = new Set<Transfer>()
  const countOf = (address: string) => [...transfers].filter(transfer => transfer.address === address).length
  const busiest = () => {
    const counts = new Map<string, number>()
    for (const { address } of transfers) counts.set(address, (counts.get(address) ?? 0) + 1)
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
  }
  const abortOldest = (address: string | undefined) => {
    const oldest = [...transfers].find(transfer => transfer.address === address)
    if (!oldest) return
    transfers.delete(oldest)
    oldest.end.abort(new DeadlineExceeded("Others were waiting."))
  }
  /** @throws DeadlineExceeded when the body is not received in time, or is aborted in favour of another */
  const receive = async <T>(address: string, timeoutMs: number, read: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    if (countOf(address) >= maxOfAddress) abortOldest(address)
    else if (transfers.size >= max) abortOldest(busiest())
    const transfer = { address, end: new AbortController() }
    transfers.add(transfer)
    try {
      return await withDeadline(timeoutMs, read, transfer.end.signal)
    } finally {
      transfers.delete(transfer)
    }
  }
  return { receive }
}

/** Receives the body of a call, which holds no slot meanwhile. */
export type ReceiveBody = <T>(timeoutMs: number, read: (signal: AbortSignal) => Promise<T>) => Promise<T>
