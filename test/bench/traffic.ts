import type { CDPSession } from "playwright-core"

/** What has come over a page's network, with headers. */
export type Traffic = {
  /** @param ms since the first request; without it all. @param counts by path; without it all */
  bytes: (ms?: number, counts?: (path: string) => boolean) => number
  /** Resolves when nothing has been on its way for 500 ms. */
  quiet: () => Promise<void>
}

type Part = { at: number; bytes: number }
type Transfer = { path: string; parts: Part[]; total?: Part }

const quietMs = 500

/** Follows a page's requests from now on. */
export const followTraffic = async (session: CDPSession): Promise<Traffic> => {
  const transfers = new Map<string, Transfer>()
  const open = new Set<string>()
  let begun: number | undefined
  let changedAt = performance.now()
  const transferOf = (id: string) => {
    changedAt = performance.now()
    return transfers.get(id)
  }
  session.on("Network.requestWillBeSent", ({ requestId, timestamp, request }) => {
    begun ??= timestamp
    if (!request.url.startsWith("http")) return
    const path = new URL(request.url).pathname
    transfers.set(requestId, { path, parts: [] })
    open.add(requestId)
    changedAt = performance.now()
  })
  session.on("Network.responseReceived", ({ requestId, timestamp, response }) => {
    transferOf(requestId)?.parts.push({ at: timestamp, bytes: response.encodedDataLength })
  })
  session.on("Network.dataReceived", ({ requestId, timestamp, encodedDataLength }) => {
    transferOf(requestId)?.parts.push({ at: timestamp, bytes: encodedDataLength })
  })
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const transfer = transferOf(requestId)
    if (transfer) transfer.total = { at: timestamp, bytes: encodedDataLength }
    open.delete(requestId)
  })
  session.on("Network.loadingFailed", ({ requestId }) => {
    changedAt = performance.now()
    open.delete(requestId)
  })
  await session.send("Network.enable")
  return {
    bytes: (ms = Number.POSITIVE_INFINITY, counts = () => true) => {
      const end = (begun ?? 0) + ms / 1000
      let sum = 0
      for (const { path, parts, total } of transfers.values())
        if (!counts(path)) continue
        else if (total && total.at <= end) sum += total.bytes
        else for (const { at, bytes } of parts) if (at <= end) sum += bytes
      return sum
    },
    quiet: async () => {
      while (open.size || performance.now() - changedAt < quietMs) await new Promise(done => setTimeout(done, 50))
    },
  }
}
