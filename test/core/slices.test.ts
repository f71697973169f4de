import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

let now = 0
const yieldTask = vi.fn(async () => {})

/** Loads a module that has not seen the stubs of the test before. */
const load = async <T>(hasScheduler: boolean, importModule: () => Promise<T>) => {
  vi.resetModules()
  vi.stubGlobal("scheduler", hasScheduler ? { yield: yieldTask } : undefined)
  return importModule()
}

beforeEach(() => {
  now = 0
  yieldTask.mockClear()
  vi.spyOn(performance, "now").mockImplementation(() => now)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("long work", () => {
  it("pauses once a slice is over, and not before", async () => {
    const { createSlices } = await load(true, () => import("../../src/core/slices"))
    const pause = createSlices()
    await pause()
    expect(yieldTask).not.toHaveBeenCalled()
    now = 20
    await pause()
    await pause()
    expect(yieldTask).toHaveBeenCalledTimes(1)
  })

  it("goes on in a task of its own where the browser has no scheduler", async () => {
    const { createSlices } = await load(false, () => import("../../src/core/slices"))
    const pause = createSlices()
    now = 20
    let hasGoneOn = false
    const pausing = pause().then(() => {
      hasGoneOn = true
    })
    for (let microtask = 0; microtask < 20; microtask++) await Promise.resolve()
    expect(hasGoneOn).toBe(false)
    await pausing
  })

  it("ends with the reason of its signal, also between pauses", async () => {
    const { createSlices } = await load(true, () => import("../../src/core/slices"))
    const reason = new Error("closed")
    await expect(createSlices(AbortSignal.abort(reason))()).rejects.toBe(reason)
  })

  it("of reading and writing a spreadsheet has steps that are short against a slice", async () => {
    vi.mocked(performance.now).mockImplementation(() => {
      now += 20
      return now
    })
    const { readSpreadsheet } = await load(true, () => import("../../src/core/spreadsheet"))
    const { writeXlsx } = await import("../../src/core/xlsx-writer")
    const { csv } = await import("../../src/core/csv")
    const rows = Array.from({ length: 20_000 }, (_, at) => [`ad.soyad${at}@sirket.example`, `Ad ${at}`, "Satış", "2024-03-05"])
    const pausesOf = async <T>(work: Promise<T>): Promise<[T, number]> => {
      yieldTask.mockClear()
      const result = await work
      return [result, yieldTask.mock.calls.length]
    }
    const text = csv(rows, ";")
    const [, textPauses] = await pausesOf(readSpreadsheet(new Blob([text])))
    expect(textPauses).toBeGreaterThanOrEqual(text.length / 33_000)
    const [file, writePauses] = await pausesOf(writeXlsx("A", rows))
    expect(writePauses).toBeGreaterThanOrEqual(rows.length / 1000)
    const [read, filePauses] = await pausesOf(readSpreadsheet(file))
    expect(read.rows).toEqual(rows)
    expect(filePauses).toBeGreaterThanOrEqual(100)
  })
})
