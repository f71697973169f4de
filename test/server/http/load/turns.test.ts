import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createTurns } from "../../../../server/src/http/load/turns"

/** Reads wait for the turn of their account, and pay for the time that they worked (docs/operations.md#load-limits). */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rows of calls that work for a time each. */
const createRows = (lanes: number) => {
  const turns = createTurns(lanes)
  const started: string[] = []
  const ask = async (name: string, worksMs: number, chargedMs = worksMs) => {
    const end = await turns.acquire(name.slice(0, 1))
    started.push(name)
    setTimeout(() => end(chargedMs), worksMs)
  }
  return { started, ask }
}

describe("the calls of a row", () => {
  it.each([
    [1, ["a1"]],
    [4, ["a1", "a2", "a3", "a4"]],
  ])("run in their order, %d at a time, and the first of another row at once", async (lanes, first) => {
    const { started, ask } = createRows(lanes)
    for (let at = 1; at <= 6; at++) void ask(`a${at}`, 10)
    void ask("b1", 10)
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual([...first, "b1"])
    await vi.advanceTimersByTimeAsync(100)
    expect(started.filter(name => name.startsWith("a"))).toEqual(["a1", "a2", "a3", "a4", "a5", "a6"])
  })

  it.each([
    [1, 20],
    [1, 300],
    [4, 20],
  ])(
    "have a third of the time in the long run, of %d lanes with calls of %d ms, and begin without a pause",
    async (lanes, ms) => {
      const { started, ask } = createRows(lanes)
      const count = (60_000 * lanes) / ms
      for (let at = 0; at < count; at++) void ask("a", ms)
      await vi.advanceTimersByTimeAsync(300)
      expect(started.length).toBeGreaterThanOrEqual(Math.floor((300 / ms) * lanes))
      await vi.advanceTimersByTimeAsync(29_700)
      const share = (started.length * ms) / (30_000 * lanes)
      expect(share).toBeGreaterThan(0.3)
      expect(share).toBeLessThan(0.37)
    },
  )

  it.each([
    ["that stalled for a minute", 60_000, 60_000],
    ["that failed on the side of the server", 60_000, 0],
  ])("%s delay the next ones by no more than a second", async (_, ms, chargedMs) => {
    const { started, ask } = createRows(4)
    for (let at = 0; at < 8; at++) void ask("a", ms, chargedMs)
    await vi.advanceTimersByTimeAsync(ms + 1_000)
    expect(started.length).toBe(8)
    const pauseMs = chargedMs ? 1_000 : 0
    await vi.advanceTimersByTimeAsync(ms)
    void ask("a9", 10)
    await vi.advanceTimersByTimeAsync(pauseMs)
    expect(started).toContain("a9")
  })

  it("are forgotten when they have been paid for", async () => {
    const { ask } = createRows(1)
    void ask("a", 100)
    await vi.advanceTimersByTimeAsync(399)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it("are counted while they wait", () => {
    const turns = createTurns(1)
    for (const key of ["a", "a", "a", "b"]) void turns.acquire(key)
    expect(["a", "b", "c"].map(turns.waitingOf)).toEqual([2, 0, 0])
  })
})
