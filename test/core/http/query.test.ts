import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { HttpError } from "../../../src/core/http/http"
import { read } from "../../../src/core/http/query"
import { cache, write } from "../../../src/state/instances"

describe("the query cache", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    cache.clear()
    vi.useRealTimers()
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const noted = () => {}

  it("loads once for all who follow, and keeps the entry's reference while nothing changes", async () => {
    const load = vi.fn(async (id: string) => `record ${id}`)
    const one = read("things.one", load)
    const stops = [cache.subscribe(one, "1", noted), cache.subscribe(one, "1", noted)]
    expect(cache.entry(one, "1").loading).toBe(true)
    await settle()
    const entry = cache.entry(one, "1")
    expect([entry.data, entry.loading, load.mock.calls.length]).toEqual(["record 1", false, 1])
    expect(cache.entry(one, "1")).toBe(entry)
    for (const stop of stops) stop()
  })

  it("shows what it has while it reloads after a write", async () => {
    let value = 1
    const one = read("things.one", (_: string) => new Promise<number>(done => setTimeout(() => done(value), 50)))
    const change = write("things", async (next: number) => {
      value = next
    })
    const stop = cache.subscribe(one, "1", noted)
    await vi.advanceTimersByTimeAsync(50)
    await change(2)
    expect(cache.entry(one, "1")).toMatchObject({ data: 1, loading: true })
    await vi.advanceTimersByTimeAsync(50)
    expect(cache.entry(one, "1")).toMatchObject({ data: 2, loading: false })
    stop()
  })

  it("knows what it shows to be old when the reload after a write fails, and loads it again for the next follower", async () => {
    const load = vi.fn(async (_: string) => 1)
    const one = read("things.one", load)
    const stop = cache.subscribe(one, "1", noted)
    await settle()
    load.mockRejectedValueOnce(new Error("no"))
    await write("things", async () => undefined)()
    await settle()
    expect(cache.entry(one, "1")).toMatchObject({ data: 1, error: new Error("no"), loading: false })
    cache.subscribe(one, "1", noted)()
    await settle()
    expect(load).toHaveBeenCalledTimes(3)
    expect(cache.entry(one, "1")).toMatchObject({ data: 1, error: undefined })
    stop()
  })

  it("drops what nobody follows after a write, and other tags stay", async () => {
    const load = vi.fn(async (_: string) => 1)
    const [things, others] = [read("things.one", load), read("thingsToo.one", load)]
    for (const one of [things, others]) {
      cache.subscribe(one, "1", noted)()
      await settle()
    }
    await write("things", async () => undefined)()
    expect(cache.entry(things, "1").data).toBeUndefined()
    expect(cache.entry(others, "1").data).toBe(1)
  })

  it.each([
    ["keeps what it has", "before it is sent", new Error("no"), 1],
    ["keeps what it has", "with 400", new HttpError({ kind: "http", status: 400 }), 1],
    ["keeps what it has", "with 403", new HttpError({ kind: "http", status: 403 }), 1],
    ["keeps what it has", "with 429", new HttpError({ kind: "http", status: 429 }), 1],
    ["drops it", "on the network", new HttpError({ kind: "network" }), undefined],
    ["drops it", "by taking too long", new HttpError({ kind: "timeout" }), undefined],
    ["drops it", "with 500", new HttpError({ kind: "http", status: 500 }), undefined],
    ["drops it", "with an answer that can't be read", new HttpError({ kind: "format", status: 200 }), undefined],
    ["drops it", "with 404", new HttpError({ kind: "http", status: 404 }), undefined],
    ["drops it", "with 409", new HttpError({ kind: "http", status: 409 }), undefined],
  ])("%s after a write that fails %s", async (_, __, error, data) => {
    const one = read("things.one", async (_: string) => 1)
    cache.subscribe(one, "1", noted)()
    await settle()
    const broken = write("things", () => Promise.reject(error))
    await expect(broken()).rejects.toBe(error)
    expect(cache.entry(one, "1").data).toBe(data)
  })

  it("drops late answers: the newest load wins", async () => {
    const waiting: ((value: string) => void)[] = []
    const one = read("things.one", (_: string) => new Promise<string>(done => waiting.push(done)))
    const stop = cache.subscribe(one, "1", noted)
    cache.load(one, "1", true).catch(noted)
    waiting[1]?.("second")
    await settle()
    waiting[0]?.("first")
    await settle()
    expect(cache.entry(one, "1").data).toBe("second")
    stop()
  })

  it("keeps an entry 60 s after its last follower left, and no longer", async () => {
    const load = vi.fn(async (_: string) => 1)
    const one = read("things.one", load)
    cache.subscribe(one, "1", noted)()
    await settle()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(cache.entry(one, "1").data).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(cache.entry(one, "1").data).toBeUndefined()
  })

  it("does not load again on mount or focus while it is fresh, and does when it is not", async () => {
    const load = vi.fn(async (_: string) => 1)
    const one = read("things.one", load, { staleTimeMs: 10_000 })
    const stop = cache.subscribe(one, "1", noted)
    await settle()
    cache.refetchStale()
    cache.subscribe(one, "1", () => {})()
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10_000)
    cache.refetchStale()
    await settle()
    expect(load).toHaveBeenCalledTimes(2)
    stop()
  })

  it("keeps the data when a reload fails, with the error beside it", async () => {
    let isBroken = false
    const one = read("things.one", async (_: string) => {
      if (isBroken) throw new Error("no")
      return 1
    })
    const stop = cache.subscribe(one, "1", noted)
    await settle()
    isBroken = true
    await cache.load(one, "1", true).catch(noted)
    expect(cache.entry(one, "1")).toMatchObject({ data: 1, error: new Error("no"), loading: false })
    stop()
  })

  it("a prefetch that lands before the follower is found by it", async () => {
    const load = vi.fn(async (_: string) => 1)
    const one = read("things.one", load)
    cache.prefetch(one, "1")
    await settle()
    const stop = cache.subscribe(one, "1", noted)
    expect(cache.entry(one, "1").data).toBe(1)
    expect(load).toHaveBeenCalledTimes(1)
    stop()
  })

  it("forgets everything at sign-out, late answers included", async () => {
    const waiting: ((value: string) => void)[] = []
    const one = read("things.one", (_: string) => new Promise<string>(done => waiting.push(done)))
    const told = vi.fn()
    const stop = cache.subscribe(one, "1", told)
    cache.clear()
    waiting[0]?.("theirs")
    await settle()
    expect(cache.entry(one, "1").data).toBeUndefined()
    expect(told).toHaveBeenCalled()
    stop()
  })

  it("loads again at sign-out what is still followed, and not what is followed no more", async () => {
    const load = vi.fn(async (id: string) => `${id} ${load.mock.calls.length}`)
    const one = read("things.one", load)
    const changed = vi.fn()
    const stop = cache.subscribe(one, "1", changed)
    const stopOther = cache.subscribe(one, "2", noted)
    await settle()
    cache.clear()
    stopOther()
    expect(cache.entry(one, "1").data).toBeUndefined()
    expect(load).toHaveBeenCalledTimes(2)
    changed.mockClear()
    await settle()
    expect(load.mock.calls.map(([id]) => id)).toEqual(["1", "2", "1"])
    expect(cache.entry(one, "1").data).toBe("1 3")
    expect(changed).toHaveBeenCalled()
    stop()
  })

  it("notifies those who followed before the sign-out of later loads, and loads for them on focus", async () => {
    const load = vi.fn(async (_: string) => load.mock.calls.length)
    const one = read("things.one", load, { staleTimeMs: 1_000 })
    const changed = vi.fn()
    const stop = cache.subscribe(one, "1", changed)
    await settle()
    cache.clear()
    await cache.load(one, "1")
    changed.mockClear()
    await cache.load(one, "1", true)
    expect(changed).toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    const { length } = load.mock.calls
    cache.refetchStale()
    expect(load).toHaveBeenCalledTimes(length + 1)
    stop()
  })
})
