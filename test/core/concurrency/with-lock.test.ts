import { describe, expect, it } from "vitest"
import { withLease } from "../../../src/core/concurrency/with-lock"
import { createStorage } from "../../../src/core/storage"

/** The lease that stands in for Web Locks over plain HTTP (docs/console.md#plain-http). */
const storage = () => {
  const map = new Map<string, string>()
  const backend = {
    get length() {
      return map.size
    },
    key: (at: number) => [...map.keys()][at] ?? null,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as unknown as Storage
  return { map, tab: () => createStorage(() => backend) }
}

/** A clock of its own: waiting passes the time and lets the others run. */
const clock = () => {
  let time = 0
  return {
    now: () => time,
    wait: async (ms: number) => {
      await new Promise(done => setTimeout(done, ms / 10))
      time += ms / 4
    },
    at: (ms: number) => {
      time = ms
    },
  }
}

describe("the lease", () => {
  it.each([2, 5])("lets %i tabs run one after the other", async tabs => {
    const { tab, map } = storage()
    const time = clock()
    let running = 0
    let most = 0
    const run = async () => {
      most = Math.max(most, ++running)
      await new Promise(done => setTimeout(done, 5))
      running--
    }
    await Promise.all(Array.from({ length: tabs }, () => withLease("x", run, tab(), time)))
    expect([most, running, map.size]).toEqual([1, 0, 0])
  })

  it("of a tab that died belongs to nobody once its time is over", async () => {
    const { tab, map } = storage()
    const time = clock()
    map.set("lease:x", "dead 9000")
    time.at(9_001)
    expect(await withLease("x", async () => "on", tab(), time)).toBe("on")
  })

  it("keeps nobody waiting longer than 10 s", async () => {
    const { tab, map } = storage()
    map.set("lease:x", "frozen 999999")
    const waited: number[] = []
    let now = 0
    const time = {
      now: () => now,
      wait: async (ms: number) => {
        waited.push(ms)
        now += ms
      },
    }
    expect(await withLease("x", async () => "on", tab(), time)).toBe("on")
    expect(waited.reduce((sum, ms) => sum + ms, 0)).toBe(10_000)
    expect(map.get("lease:x")).toBe("frozen 999999")
  })

  it("that holds nonsense belongs to nobody", async () => {
    const { tab, map } = storage()
    map.set("lease:x", "{}")
    expect(await withLease("x", async () => "on", tab(), clock())).toBe("on")
    expect(map.size).toBe(0)
  })

  it("is given back when the work fails", async () => {
    const { tab, map } = storage()
    await expect(withLease("x", () => Promise.reject(new Error("no")), tab(), clock())).rejects.toThrow("no")
    expect(map.size).toBe(0)
  })
})
