import { expect, it, vi } from "vitest"
import { singleFlight } from "../../../src/core/concurrency/single-flight"

it("joins callers to the call in progress, and loads anew once it has ended", async () => {
  const load = vi.fn(async () => load.mock.calls.length)
  const call = singleFlight(load)
  expect(await Promise.all([call(), call()])).toEqual([1, 1])
  expect(await call()).toBe(2)
})

it("fails for all callers, and loads anew after a failure", async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error("lost")).mockResolvedValue("loaded")
  const call = singleFlight(load)
  const results = await Promise.allSettled([call(), call()])
  expect(results.map(result => result.status)).toEqual(["rejected", "rejected"])
  expect(await call()).toBe("loaded")
})

it("joins only callers with the same key", async () => {
  const load = vi.fn(async (id: string) => id)
  const call = singleFlight(load, id => id)
  expect(await Promise.all([call("a"), call("b"), call("a")])).toEqual(["a", "b", "a"])
  expect(load).toHaveBeenCalledTimes(2)
})
