import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createSlices } from "../../../src/core/concurrency/slices"
import { csv } from "../../../src/core/spreadsheet/csv"
import { readSpreadsheet } from "../../../src/core/spreadsheet/spreadsheet"
import { writeXlsx } from "../../../src/core/spreadsheet/xlsx-writer"

/** A scheduler that goes on at once, as browsers do where nothing more urgent waits. */
vi.hoisted(() => Object.assign(globalThis, { scheduler: { yield: async () => {} } }))

let now = 0
let pauses = 0

beforeEach(() => {
  now = 0
  pauses = 0
  vi.spyOn(performance, "now").mockImplementation(() => now)
  const Channel = MessageChannel
  vi.stubGlobal(
    "MessageChannel",
    class extends Channel {
      constructor() {
        super()
        pauses++
      }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("long work", () => {
  it("pauses once a slice is over, and not before", async () => {
    const pause = createSlices()
    await pause()
    expect(pauses).toBe(0)
    now = 20
    await pause()
    await pause()
    expect(pauses).toBe(1)
  })

  it("goes on after the tasks that wait already, also where the browser would let it go on first", async () => {
    const pause = createSlices()
    now = 20
    let hasOtherRun = false
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      hasOtherRun = true
    }
    port2.postMessage(0)
    await pause()
    expect(hasOtherRun).toBe(true)
  })

  it("ends with the reason of its signal, also between pauses", async () => {
    const reason = new Error("closed")
    await expect(createSlices(AbortSignal.abort(reason))()).rejects.toBe(reason)
  })

  it("of reading and writing a spreadsheet has steps that are short against a slice", async () => {
    vi.mocked(performance.now).mockImplementation(() => {
      now += 20
      return now
    })
    const rows = Array.from({ length: 20_000 }, (_, at) => [`ad.soyad${at}@sirket.example`, `Ad ${at}`, "Satış", "2024-03-05"])
    const pausesOf = async <T>(work: Promise<T>): Promise<[T, number]> => {
      pauses = 0
      const result = await work
      return [result, pauses]
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
