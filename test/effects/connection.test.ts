import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { startConnection } from "../../src/effects/connection"
import { connection, reachabilityReported } from "../../src/state/connection"
import { cache } from "../../src/state/instances"

/** Recovery of a lost connection (docs/console.md#connection). */
let isUp: boolean
let stop = () => {}
const refetchFailed = vi.spyOn(cache, "refetchFailed")

beforeEach(() => {
  vi.useFakeTimers()
  refetchFailed.mockClear()
  isUp = false
  vi.stubGlobal("fetch", async () => {
    if (!isUp) throw new TypeError("network")
    return new Response("{}")
  })
})
afterEach(() => {
  stop()
  reachabilityReported(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each(["before", "after"])(
  "a connection that is lost %s the start is probed until it is back, and failed reads are made again",
  async when => {
    if (when === "before") reachabilityReported(false)
    stop = startConnection()
    if (when === "after") reachabilityReported(false)
    await vi.advanceTimersByTimeAsync(12_000)
    expect([connection.isLost, refetchFailed.mock.calls.length]).toEqual([true, 0])
    isUp = true
    await vi.advanceTimersByTimeAsync(6_000)
    expect([connection.isLost, refetchFailed.mock.calls.length]).toEqual([false, 1])
  },
)
