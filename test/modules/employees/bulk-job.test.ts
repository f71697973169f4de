import { describe, expect, it } from "vitest"
import type { BulkOutcome } from "../../../src/contract/employees"
import { HttpError } from "../../../src/core/http/http"
import { type Chunk, createJob, type JobOptions, type SentRow } from "../../../src/modules/employees/bulk/job"
import { timeLeft } from "../../../src/modules/employees/bulk/time-left"

const row = (line: number): SentRow => ({ line, cells: [], values: {}, body: { line } })
const chunksOf = (...sizes: number[]): Chunk[] =>
  sizes.map((size, at) => ({ rows: Array.from({ length: size }, (_, of) => row(at * 100 + of)) }))
const added = (bodies: object[]): BulkOutcome[] => bodies.map((_, index) => ({ index, id: `id-${index}` }))
const failure = (status: number, more: object = {}) => new HttpError({ kind: "http", status, ...more })
const lost = () => new HttpError({ kind: "network" })

/** A job on a clock that waits do not hold up. */
const jobOf = (chunks: Chunk[], options: Partial<JobOptions> = {}) => {
  let now = 0
  const waits: number[] = []
  const stored: Chunk[] = structuredClone(chunks)
  const calls: string[] = []
  const job = createJob({
    id: "job",
    chunks,
    isKeyed: true,
    sendLot: async (bodies, key) => {
      calls.push(key)
      now += 100
      return added(bodies)
    },
    sendOne: async (_, key) => void calls.push(key),
    save: async (index, chunk) => {
      stored[index] = structuredClone(chunk)
    },
    now: () => now,
    wait: async ms => {
      waits.push(ms)
      now += ms
    },
    ...options,
  })
  const outcomes = (of = chunks) => of.flatMap(({ rows }) => rows.map(({ outcome = "open" }) => outcome))
  return { job, calls, waits, stored, outcomes }
}

describe("a transfer in batches", () => {
  it("sends each batch once, under a key of its own, and stores what became of it", async () => {
    const { job, calls, stored, outcomes } = jobOf(chunksOf(100, 100, 3))
    await job.run()
    expect(calls.sort()).toEqual(["job-0", "job-1", "job-2"])
    expect(job.state()).toMatchObject({ status: "ended", total: 203, added: 203, refused: 0, unknown: 0 })
    expect(outcomes(stored)).toEqual(outcomes())
    await job.run()
    expect(calls).toHaveLength(3)
  })

  it("gives every row its own outcome", async () => {
    const { job, outcomes } = jobOf(chunksOf(3), {
      sendLot: async () => [
        { index: 2, id: "c" },
        { index: 0, errors: [{ field: "email", message: "dolu" }] },
      ],
    })
    await job.run()
    expect(outcomes()).toEqual(["refused", "unknown", "added"])
    expect(job.rows()[0]?.refusals).toEqual([{ field: "email", text: "dolu" }])
  })

  it("never has more than four calls in flight", async () => {
    let flying = 0
    let most = 0
    const { job } = jobOf(chunksOf(...Array.from({ length: 12 }, () => 1)), {
      sendLot: async bodies => {
        most = Math.max(most, ++flying)
        await new Promise(done => setTimeout(done, 1))
        flying--
        return added(bodies)
      },
    })
    await job.run()
    expect(most).toBe(4)
  })

  it("waits as long as the server says, with all calls, and repeats the batch under its key", async () => {
    let isBusy = true
    const keys: string[] = []
    const { job, waits } = jobOf(chunksOf(1, 1), {
      sendLot: async (bodies, key) => {
        keys.push(key)
        if (isBusy) {
          isBusy = false
          throw failure(429, { retryAfter: 35 })
        }
        return added(bodies)
      },
    })
    await job.run()
    expect([waits.includes(35_000), keys.filter(key => key === "job-0"), job.state().added]).toEqual([
      true,
      ["job-0", "job-0"],
      2,
    ])
  })

  it("goes on when the connection is back, under the same key", async () => {
    const tries: string[] = []
    const seen: string[] = []
    const { job } = jobOf(chunksOf(1), {
      sendLot: async (bodies, key) => {
        tries.push(key)
        if (tries.length < 8) throw lost()
        return added(bodies)
      },
    })
    job.subscribe(() => seen.push(job.state().status))
    await job.run()
    expect([new Set(tries).size, tries.length, seen.includes("offline"), job.state().status]).toEqual([1, 8, true, "ended"])
  })

  it("pauses on what a repetition does not mend, and goes on when it is asked to", async () => {
    let isRefused = true
    const { job } = jobOf(chunksOf(1), {
      sendLot: async bodies => {
        if (isRefused) throw failure(403)
        return added(bodies)
      },
    })
    await job.run()
    expect(job.state()).toMatchObject({ status: "paused", added: 0, error: expect.any(HttpError) })
    isRefused = false
    await job.run()
    expect(job.state()).toMatchObject({ status: "ended", added: 1, error: undefined })
  })

  it("pauses after a server has failed four times", async () => {
    let tries = 0
    const { job } = jobOf(chunksOf(1), {
      sendLot: async () => {
        tries++
        throw failure(503)
      },
    })
    await job.run()
    expect([tries, job.state().status]).toEqual([4, "paused"])
  })

  it("stops after the calls in flight when it is paused, and sends only the rest later", async () => {
    const { job, calls, outcomes } = jobOf(chunksOf(...Array.from({ length: 10 }, () => 1)))
    job.subscribe(() => job.state().added === 1 && job.state().status === "running" && job.pause())
    await job.run()
    const before = outcomes().filter(outcome => outcome === "added").length
    expect([job.state().status, before < 10]).toEqual(["paused", true])
    await job.run()
    expect([job.state().status, calls.length, new Set(calls).size]).toEqual(["ended", 10, 10])
  })

  it.each([404, 405])("falls back to single calls where batches answer %i", async status => {
    const { job, calls, outcomes } = jobOf(chunksOf(100, 2), {
      sendLot: async () => {
        throw failure(status)
      },
    })
    await job.run()
    expect([calls.length, new Set(calls).size, calls[0], new Set(outcomes())]).toEqual([102, 102, "job-0-0", new Set(["added"])])
  })

  it("resumes from what is stored, without the batches that have an answer", async () => {
    const first = jobOf(chunksOf(1, 1, 1), {
      sendLot: async (bodies, key) => {
        if (key === "job-1") throw failure(403)
        return added(bodies)
      },
    })
    await first.job.run()
    const again = jobOf(first.stored)
    expect(again.job.state()).toMatchObject({ status: "paused", added: 2, total: 3 })
    await again.job.run()
    expect(again.calls).toEqual(["job-1"])
  })
})

describe("a transfer row by row", () => {
  const single = { sendLot: undefined }

  it("shows the server's words at each refused row", async () => {
    const { job, outcomes } = jobOf(chunksOf(3), {
      ...single,
      sendOne: async body => {
        if ((body as { line: number }).line === 1)
          throw failure(400, { fields: [{ field: "email", message: "dolu" }], message: "Geçersiz" })
        if ((body as { line: number }).line === 2) throw new HttpError({ kind: "envelope", status: 200, message: "Olmaz" })
      },
    })
    await job.run()
    expect(outcomes()).toEqual(["added", "refused", "refused"])
    expect(job.rows().map(({ refusals }) => refusals)).toEqual([
      undefined,
      [{ field: "email", text: "dolu" }],
      [{ field: "", text: "Olmaz" }],
    ])
  })

  it("without keys stores a row as sent before its call", async () => {
    const chunks = chunksOf(2)
    const atCall: string[][] = []
    const made: ReturnType<typeof jobOf> = jobOf(chunks, {
      ...single,
      isKeyed: false,
      sendOne: async () => void atCall.push(made.outcomes(made.stored)),
    })
    await made.job.run()
    expect(atCall.map(outcomes => outcomes.filter(outcome => outcome === "unknown").length > 0)).toEqual([true, true])
    expect(made.outcomes(made.stored)).toEqual(["added", "added"])
  })

  it.each([
    ["no answer comes", lost],
    ["the server breaks", () => failure(500)],
  ])("without keys is not repeated when %s: the row is unknown and the transfer pauses", async (_, error) => {
    let tries = 0
    const { job, outcomes } = jobOf(chunksOf(1, 1, 1, 1, 1, 1), {
      ...single,
      isKeyed: false,
      sendOne: async () => {
        tries++
        throw error()
      },
    })
    await job.run()
    expect([job.state().status, tries <= 4, outcomes().includes("open"), job.state().unknown]).toEqual([
      "paused",
      true,
      true,
      tries,
    ])
  })

  it("without keys repeats what was certainly not carried out", async () => {
    let isBusy = true
    const { job } = jobOf(chunksOf(1), {
      ...single,
      isKeyed: false,
      sendOne: async () => {
        if (!isBusy) return
        isBusy = false
        throw failure(429, { retryAfter: 1 })
      },
    })
    await job.run()
    expect(job.state()).toMatchObject({ status: "ended", added: 1 })
  })
})

describe("the time left", () => {
  const state = {
    status: "running",
    total: 200,
    added: 40,
    updated: 0,
    refused: 5,
    unknown: 5,
    elapsed: 10_000,
    settled: 50,
  } as const
  it.each([
    ["by what was settled", state, 30_000],
    ["with the wait that the server named", { ...state, waitUntil: 5_000 }, 34_000],
    ["not before a row is settled", { ...state, settled: 0 }, undefined],
  ])("is estimated %s", (_, given, expected) => {
    expect(timeLeft(given, 1_000)).toBe(expected)
  })
})
