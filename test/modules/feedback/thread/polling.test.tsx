import { createRoot } from "react-dom/client"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { HttpError } from "../../../../src/core/http/http-error"
import { connection, reachabilityReported } from "../../../../src/state/connection"
import { usePolling } from "../../../../src/ui/hooks/use-polling"
import { act } from "../../../kit"

/** When a shown record is loaded again (docs/console.md#thread-of-feedback). */

let isHidden = false
let calls: number[] = []
let answer: () => Promise<unknown>
let unmount = async () => {}
let show: (stamp: string) => void

const Polled = ({ first }: { first: string }) => {
  usePolling(() => {
    calls.push(Date.now())
    return answer()
  }, first)
  return null
}

const start = async () => {
  const root = createRoot(document.createElement("div"))
  show = stamp => act(() => root.render(<Polled first={stamp} />))
  await show("a")
  unmount = async () => act(async () => root.unmount())
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const setHidden = async (hidden: boolean) => {
  isHidden = hidden
  await act(async () => document.dispatchEvent(new Event("visibilitychange")))
}
/** The seconds after the start at which the record was loaded. */
const seconds = () => calls.map(at => Math.round((at - epoch) / 1000))
let epoch = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden)
  isHidden = false
  calls = []
  answer = async () => undefined
  epoch = Date.now()
})
afterEach(async () => {
  await unmount()
  reachabilityReported(true)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe("a record that is shown", () => {
  it("is loaded after 5 s, then after intervals that double up to 60 s", async () => {
    await start()
    await pass(260_000)
    expect(seconds()).toEqual([5, 15, 35, 75, 135, 195, 255])
  })

  it("is loaded after 5 s again once it has changed", async () => {
    await start()
    await pass(36_000)
    await show("b")
    await pass(5_000)
    expect(seconds()).toEqual([5, 15, 35, 41])
  })

  it("is not loaded while the page is hidden, and at once on return", async () => {
    await start()
    await pass(6_000)
    await setHidden(true)
    await pass(600_000)
    expect(seconds()).toEqual([5])
    await setHidden(false)
    expect(seconds()).toEqual([5, 606])
    await pass(5_000)
    expect(seconds()).toEqual([5, 606, 611])
  })

  it("is not loaded while the connection is lost, and at once when it returns", async () => {
    await start()
    await act(async () => reachabilityReported(false))
    expect(connection.isLost).toBe(true)
    await pass(120_000)
    expect(seconds()).toEqual([])
    await act(async () => reachabilityReported(true))
    expect(seconds()).toEqual([120])
  })

  it("is loaded by one call at a time", async () => {
    let finish = () => {}
    answer = () => new Promise<void>(done => (finish = done))
    await start()
    await pass(300_000)
    await setHidden(true)
    await setHidden(false)
    expect(seconds()).toEqual([5])
    await act(async () => finish())
    await pass(5_000)
    expect(seconds()).toHaveLength(2)
  })

  it.each([
    ["goes on after a failure that may pass", 503, 3],
    ["ends where the record is gone", 404, 1],
    ["ends where access was taken away", 403, 1],
  ])("%s (%i)", async (_, status, expected) => {
    answer = async () => {
      throw new HttpError({ kind: "http", status })
    }
    await start()
    await pass(40_000)
    expect(calls).toHaveLength(expected)
  })

  it("is left alone once its page is left", async () => {
    await start()
    await unmount()
    unmount = async () => {}
    await pass(120_000)
    expect(calls).toEqual([])
  })
})
