import { createSocket } from "node:dgram"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { targetOf } from "../../../server/src/webhooks/address"
import { createResolver } from "../../../server/src/webhooks/resolve"

/** Names of webhooks, against a name server on loopback (docs/security.md#calls-to-webhooks). */

/** The IPv4 addresses of names, by their queries; a name that is missing does not exist, and one without addresses is not answered. */
const names: Record<string, string[][]> = {}
const queries: string[] = []
const server = createSocket("udp4")

const typeA = 1
/** A name in a query ends with an empty label; its type follows. */
const readQuery = (message: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), question: message.subarray(12, at + 5) }
}
const answerOf = (message: Buffer, question: Buffer, addresses: readonly string[], isKnown: boolean) => {
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  const records = addresses.map(address =>
    Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]),
  )
  return Buffer.concat([head, question, ...records])
}
server.on("message", (message, { port }) => {
  const { name, type, question } = readQuery(message)
  const known = names[name]
  if (type === typeA) queries.push(name)
  if (known && !known.length) return
  const addresses = type === typeA ? ((known && known.length > 1 ? known.shift() : known?.[0]) ?? []) : []
  server.send(answerOf(message, question, addresses, known !== undefined), port, "127.0.0.1")
})

let servers: string[] = []
beforeAll(async () => {
  await new Promise<void>(done => server.bind(0, "127.0.0.1", done))
  servers = [`127.0.0.1:${(server.address() as AddressInfo).port}`]
})
afterAll(() => void server.close())
beforeEach(() => {
  queries.length = 0
  for (const name of Object.keys(names)) delete names[name]
})

describe("a name", () => {
  it("whose servers do not answer leaves the others alone, and fails in time", async () => {
    const slow = Array.from({ length: 12 }, (_, at) => `slow${at}.example`)
    for (const name of slow) names[name] = []
    names["fast.example"] = [["93.184.215.14"]]
    const resolve = createResolver({ servers, timeoutMs: 1_000 })
    let ended = 0
    const waiting = slow.map(name => resolve(name).finally(() => ended++))
    expect(await resolve("fast.example")).toEqual([{ address: "93.184.215.14", family: 4 }])
    expect(ended).toBe(0)
    expect(await Promise.all(waiting)).toEqual(slow.map(() => []))
  })

  it("that did not answer is asked for again after half a minute, and once by calls at the same time", async () => {
    names["slow.example"] = []
    let now = 0
    const resolve = createResolver({ servers, timeoutMs: 100, now: () => now })
    await Promise.all([resolve("slow.example"), resolve("slow.example")])
    expect(queries).toEqual(["slow.example"])
    names["slow.example"] = [["93.184.215.14"]]
    now = 29_999
    expect(await resolve("slow.example")).toEqual([])
    now = 30_000
    expect(await resolve("slow.example")).toHaveLength(1)
    expect(queries).toEqual(["slow.example", "slow.example"])
  })

  it("that does not exist is asked for again at once", async () => {
    const resolve = createResolver({ servers })
    expect(await resolve("new.example")).toEqual([])
    names["new.example"] = [["93.184.215.14"]]
    expect(await resolve("new.example")).toHaveLength(1)
  })

  it("that leads elsewhere at its next query is checked with the address that is called", async () => {
    names["rebinding.example"] = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "127.0.0.1"]]
    const resolve = createResolver({ servers })
    const target = () => targetOf("https://rebinding.example/", { mode: "production", webhookAllow: [] }, resolve)
    expect(await target()).toEqual({ address: "93.184.215.14", family: 4 })
    expect(queries).toHaveLength(1)
    expect([await target(), await target()]).toEqual([
      { problem: "webhook.addressRefused" },
      { problem: "webhook.addressRefused" },
    ])
  })
})
