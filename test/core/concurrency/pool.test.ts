import { describe, expect, it } from "vitest"
import { pool } from "../../../src/core/concurrency/pool"

describe("a pool", () => {
  it("keeps at most so many in flight, and tells each one's fate in order", async () => {
    let inFlight = 0
    let most = 0
    const results = await pool([1, 2, 3, 4, 5, 6, 7], 4, async item => {
      most = Math.max(most, ++inFlight)
      await new Promise(done => setTimeout(done, 5 - item / 2))
      inFlight--
      if (item === 3) throw new Error("three")
      return item * 2
    })
    expect(most).toBe(4)
    expect(results.map(result => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
      2,
      4,
      "failed",
      8,
      10,
      12,
      14,
    ])
  })

  it("begins nothing new once it is stopped", async () => {
    const control = new AbortController()
    const begun: number[] = []
    const results = await pool(
      [1, 2, 3, 4],
      1,
      async item => {
        begun.push(item)
        if (item === 2) control.abort()
      },
      { signal: control.signal },
    )
    expect([begun, results.length]).toEqual([[1, 2], 2])
  })
})
