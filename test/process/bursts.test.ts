import { Agent, request } from "node:http"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accounts } from "../api"
import { reportAttack } from "../attacks"
import { allowedMs } from "../pace"
import { isLong, sample } from "../rounds"
import { endAll, removeFolders, seeded, signIn, start } from "./kit"

/** One account that reads as much as it can delays the reads of another company, and the probe, by little (docs/operations.md#load-limits). */
let url = ""
let tokens = { flooding: "", other: "" }
beforeAll(async () => {
  ;({ url } = await start(seeded()))
  tokens = { flooding: await signIn(url), other: await signIn(url, accounts.mert) }
})
afterAll(async () => {
  await endAll()
  removeFolders()
})

const agent = new Agent({ keepAlive: true })
/** @returns the time to the end of the answer, ms */
const call = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number>((done, fail) => {
    const from = performance.now()
    const sent = request(url + path, { agent, headers }, answer => {
      if (answer.statusCode !== 200) fail(new Error(`${path} was answered ${answer.statusCode}`))
      answer.resume().on("end", () => done(performance.now() - from))
    })
    sent.on("error", fail).end()
  })
const quantileOf = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN

/** Reads the other company's list, and the probe, again and again. @returns the median of reads, nine of ten probes, ms */
const measure = async (forMs: number) => {
  const [reads, probes]: [number[], number[]] = [[], []]
  for (const end = performance.now() + forMs; performance.now() < end || reads.length < 10; ) {
    reads.push(await call("/campaign/list", { Authorization: `Bearer ${tokens.other}` }))
    probes.push(await call("/healthz"))
    await new Promise(done => setTimeout(done, 10))
  }
  return { read: quantileOf(reads, 0.5), probe: quantileOf(probes, 0.9), slowest: Math.max(...reads), count: reads.length }
}

/** Calls on many connections, some sent ahead on each, and the next ones as soon as these are answered. @returns what ends them */
const flood = (path: string, connections: number, ahead: number) => {
  const { port, pathname } = new URL(url)
  const text = `GET ${pathname}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.flooding}\r\n\r\n`.repeat(ahead)
  let answered = 0
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), "127.0.0.1", () => void socket.write(text))
    let onSocket = 0
    socket.on("data", chunk => {
      const answers = chunk.toString("latin1").split("HTTP/1.1 ").length - 1
      answered += answers
      onSocket += answers
      if (onSocket < ahead) return
      onSocket = 0
      socket.write(text)
    })
    return socket.on("error", () => {})
  })
  return () => {
    for (const socket of sockets) socket.destroy()
    return answered
  }
}

const bursts: [path: string, connections: number, ahead: number][] = [
  ["/user/list?pageSize=100", 120, 1],
  ["/user/list?pageSize=100", 60, 24],
  ["/campaign/list?pageSize=100", 120, 1],
  ["/user/list?pageSize=100&sortBy=name", 120, 1],
  ["/user/list?pageSize=100&keyword=a", 120, 1],
  ["/audit/list?pageSize=100", 60, 4],
  ["/report/employees?from=2026-01-01&to=2026-11-27", 60, 1],
  ["/nothing", 120, 1],
]

describe("a burst of one account", () => {
  const forMs = isLong ? 8_000 : 700

  it.each(sample(bursts, 1))("of %s on %d connections, %d ahead, leaves others their time", async (path, connections, ahead) => {
    // Code that is compiled, and pages that are read, by the first calls are left out.
    await measure(0)
    const alone = await measure(0)
    const end = flood(path, connections, ahead)
    const beside = await measure(forMs)
    const answered = end()
    const ms = [alone.read, beside.read, beside.slowest, beside.probe].map(Math.round)
    const figures = `${answered} answered; another's read ${ms[0]} ms alone, ${ms[1]} beside, at most ${ms[2]}; probe ${ms[3]}`
    reportAttack(`burst of ${path} on ${connections} connections`, beside.count, 0, figures)
    expect(answered).toBeGreaterThan(connections)
    expect(beside.read).toBeLessThan(2 * alone.read + allowedMs(20))
    expect(beside.probe).toBeLessThan(allowedMs(100))
  })
})
