import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createApp } from "../../../server/src/app"
import { type Database, rowsOf } from "../../../server/src/db/open"
import { deleteOldLimits } from "../../../server/src/http/rate-limit"
import { ipOf, networkOf, widerNetworksOf } from "../../../server/src/http/request"
import { accounts, createTestApi, type TestApi } from "../../api"
import { itInLongRuns } from "../../rounds"

/**
 * What an operator and a monitor ask of the API: health, metrics (docs/operations.md#health-and-metrics), limits
 * (docs/security.md#rate-limits).
 */
let api: TestApi
let strict: TestApi
beforeAll(async () => {
  api = await createTestApi()
  strict = await createTestApi({
    pausesReads: true,
    env: {
      MODE: "production",
      SMTP_URL: "smtp://127.0.0.1:1",
      JWT_SECRET: "j".repeat(32),
      CODE_SECRET: "c".repeat(32),
      BOOTSTRAP_ADMIN_EMAIL: "yonetici@platform.example",
      METRICS_TOKEN: "read-me",
      CORS_ORIGINS: "https://console.example",
      TRUSTED_PROXY: "1",
    },
  })
})
afterAll(async () => {
  await api.close()
  await strict.close()
})

describe("the limits of production", () => {
  const write = () =>
    strict.fetch("/backend/api/auth/refresh", {
      method: "POST",
      body: JSON.stringify({ refreshToken: "x" }),
      headers: { "Content-Type": "application/json" },
    })

  it("turn away what comes too often, with the time to wait, over all processes", async () => {
    strict.advance(60_000)
    const statuses = await Promise.all(Array.from({ length: 130 }, () => write().then(({ status }) => status)))
    expect(statuses.filter(status => status === 401)).toHaveLength(120)
    expect(statuses.filter(status => status === 429)).toHaveLength(10)
    const answer = await write()
    const seconds = Number(answer.headers.get("Retry-After"))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await answer.json()).toMatchObject({ isSuccess: false, status: 7 })
  })

  it("hold for the way to a provider, whose every call stores a step", async () => {
    strict.advance(60_000)
    const go = () => strict.fetch("/backend/Auth/provider?email=x@y.example", { redirect: "manual" })
    const statuses = await Promise.all(Array.from({ length: 121 }, () => go().then(({ status }) => status)))
    expect(statuses.filter(status => status === 429)).toHaveLength(1)
  })

  it("are over with their window", async () => {
    strict.advance(60_000)
    expect((await write()).status).toBe(401)
    strict.advance(2 * 3_600_000)
    await deleteOldLimits(strict.db, strict.now())
  })

  const named = (claims: string) => `Bearer x.${Buffer.from(claims).toString("base64url")}.x`
  it.each([
    [
      "a forwarded address that no index takes",
      { "X-Forwarded-For": Array.from({ length: 900 }, (_, at) => at * 7919).join("a") },
    ],
    ["a token that names NUL", { Authorization: named('{"nameidentifier":"a\\u0000"}') }],
    ["a token that names half a character", { Authorization: named('{"nameidentifier":"\\ud800"}') }],
  ])("count %s calmly", async (_, headers) => {
    const answer = await strict.call("POST", "/api/auth/refresh", { body: { refreshToken: "x" }, headers })
    expect([answer.status, answer.body.isSuccess]).toEqual([401, false])
  })

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::1", "::1"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
    ["unknown", "unknown"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001::2:3:4:5:6", "2001:0:0:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("count %s as %s", (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ["192.0.2.1", []],
    ["unknown", []],
    ["::1", []],
    ["2001:db8:1:2::/64", ["2001:db8:1::/48", "2001:db8:1:0::/56"]],
    ["2001:db8:1:12ff::/64", ["2001:db8:1::/48", "2001:db8:1:1200::/56"]],
    ["2001:0:0:ab00::/64", ["2001:0:0::/48", "2001:0:0:ab00::/56"]],
  ])("know that %s is a part of %j", (network, wider) => {
    expect(widerNetworksOf(network)).toEqual(wider)
  })

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:50123", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ['"192.0.2.1:50123"', "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
    ["2001:DB8::1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ['"[2001:db8::1]:50123"', "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["192.0.2.1:", undefined],
    ["192.0.2.256", undefined],
    ["unknown", undefined],
    ["_hidden", undefined],
    ["", undefined],
  ])("read %j of X-Forwarded-For as %s", (entry, address) => {
    expect(ipOf(entry)).toBe(address)
  })

  /** What is counted in the current window, by limit and caller. */
  const counts = async () => {
    const rows = await rowsOf<{ key: string; calls: number }>(
      strict.db,
      `select key, calls from limits where window_start > '${new Date(strict.now() - 60_000).toISOString()}'`,
    )
    return Object.fromEntries(rows.map(({ key, calls }) => [key, calls]))
  }
  const post = (path: string, headers: Record<string, string>, token?: string) =>
    strict.call("POST", path, { token, body: {}, headers })

  it.each([
    ["of one client", (at: number) => `192.0.2.77:${40_000 + at}`],
    ["of one network", (at: number) => `"[2001:db8:9:9::${at.toString(16)}]:${40_000 + at}"`],
    ["of who changes the address within a network", (at: number) => `2001:db8:7:7::${at.toString(16)}`],
    ["that name nobody", (at: number) => `nobody-${at}`],
  ])("count connections %s as one, with and without a port", async (_, forwarded) => {
    strict.advance(60_000)
    for (const at of [1, 2, 3]) await post("/api/auth/refresh", { "X-Forwarded-For": forwarded(at) })
    // Of IPv6 also by the wider networks.
    expect(new Set(Object.values(await counts()))).toEqual(new Set([3]))
  })

  it.each([
    ["2001:db8:5:600::/56", (at: number) => `2001:db8:5:6${at}::1`, 4],
    ["2001:db8:6::/48", (at: number) => `2001:db8:6:${at}00::1`, 16],
  ])("let all of %s make no more than some times the calls of one network", async (network, addressOf, factor) => {
    strict.advance(60_000)
    const start = new Date(strict.now() - (strict.now() % 60_000)).toISOString()
    await strict.db.execute(
      `insert into limits (key, window_start, calls) values ('sessions address ${network}', '${start}', ${120 * factor - 1})`,
    )
    const statuses = []
    for (const at of [10, 11]) statuses.push((await post("/api/auth/refresh", { "X-Forwarded-For": addressOf(at) })).status)
    expect(statuses).toEqual([400, 429])
  })

  it("count an account's calls from whatever address they come, and none of a forged token", async () => {
    strict.advance(60_000)
    const token = await strict.signIn(accounts.mert)
    const { userId } = (await strict.call("GET", "/api/auth/me", { token })).value
    const Authorization = named(JSON.stringify({ nameidentifier: userId, exp: 9_999_999_999 }))
    const from = (at: number) => ({ "X-Forwarded-For": `192.0.2.${at}` })
    for (const at of [1, 2, 3]) await post("/brand/create", { ...from(at), Authorization })
    for (const at of [3, 4]) await post("/brand/create", from(at), token)
    const ofAddresses = Object.fromEntries([1, 1, 2, 1].map((calls, at) => [`writes address 192.0.2.${at + 1}`, calls]))
    expect(await counts()).toEqual({ ...ofAddresses, [`writes account ${userId}`]: 2 })
  })

  it("do not count reading", async () => {
    strict.advance(60_000)
    await strict.fetch("/backend/campaign/list")
    expect(await counts()).toEqual({})
  })
})

describe("more calls at once than can be served", () => {
  /** The API on a database that answers only after `free` is called. */
  const held = () => {
    let free = () => {}
    const isFree = new Promise<void>(done => {
      free = done
    })
    const later = (target: Database, name: keyof Database) => {
      const member = Reflect.get(target, name)
      const isHeld = name === "execute" || name === "$count"
      return isHeld ? (...given: unknown[]) => isFree.then(() => Reflect.apply(member as never, target, given)) : member
    }
    const app = createApp({ ...api.deps, db: new Proxy(api.db, { get: later as never }) })
    const statuses: number[] = []
    const call = async (method: string, path: string, token: string) => {
      const answer = await app.request(`/backend${path}`, { method, headers: { Authorization: `Bearer ${token}` } })
      statuses.push(answer.status)
      return answer
    }
    return { call, statuses, free }
  }

  it("are asked to come back, in the envelope, and the others finish: one account has a quarter of the places", async () => {
    const token = await api.signIn(accounts.elif)
    const { call, statuses, free } = held()
    const flood = Array.from({ length: 400 }, () => call("DELETE", `/api/auth/sessions/${randomUUID()}`, token))
    await vi.waitFor(() => expect(statuses).toHaveLength(350), 20_000)
    free()
    const answers = await Promise.all(flood)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(350)
    const turned = answers.find(({ status }) => status === 503)
    expect(turned?.headers.get("Retry-After")).toBe("5")
    expect(await turned?.json()).toMatchObject({ isSuccess: false, errors: [expect.any(String)] })
    expect((await call("GET", "/campaign/list", token)).status).toBe(200)
  })

  itInLongRuns(
    "of lists wait, forty of one account at most, and leave the places to others; the others are refused after half a second",
    async () => {
      const [elif, mert] = await Promise.all([accounts.elif, accounts.mert].map(api.signIn))
      const { call, statuses, free } = held()
      const list = (token = "") => call("GET", "/audit/list", token)
      const flood = Array.from({ length: 300 }, () => list(elif))
      const other = list(mert)
      await vi.waitFor(() => expect(statuses).toHaveLength(300 - 41), 20_000)
      // A client that repeats refused calls at once would occupy the process with their refusals.
      const from = performance.now()
      expect([(await list(elif)).status, performance.now() - from > 490]).toEqual([429, true])
      free()
      expect((await other).status).toBe(200)
      const answers = await Promise.all(flood)
      const turned = answers.filter(({ status }) => status === 429)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(41)
      expect([turned.length, turned[0]?.headers.get("Retry-After")]).toEqual([300 - 41, "1"])
      expect((await list(elif)).status).toBe(200)
    },
  )

  const read = (address: string) => strict.fetch("/backend/campaign/list", { headers: { "X-Forwarded-For": address } })

  // Nearly a second of waiting.
  itInLongRuns("and are refused without any work take no more of the time than others", async () => {
    const from = performance.now()
    const statuses = new Set<number>()
    for (let group = 0; group < 5; group++)
      for (const answer of await Promise.all(Array.from({ length: 120 }, () => read("203.0.113.99")))) statuses.add(answer.status)
    // Each pays for three times a millisecond, beyond the second that is free.
    expect([[...statuses], performance.now() - from > 790]).toEqual([[401], true])
  })

  const slowBody = (address: string) => {
    let controller: ReadableStreamDefaultController | undefined
    const body = new ReadableStream({
      start: given => {
        controller = given
      },
    })
    const headers = { "Content-Type": "application/json", "X-Forwarded-For": address }
    const answer = strict.fetch("/backend/api/auth/logout", { method: "POST", body, duplex: "half", headers } as RequestInit)
    const finish = () => {
      try {
        controller?.enqueue(new TextEncoder().encode("{}"))
        controller?.close()
      } catch {
        // The server has cancelled it.
      }
    }
    return { answer, finish }
  }
  const write = (address: string) =>
    strict.call("POST", "/api/auth/logout", { body: {}, headers: { "X-Forwarded-For": address } })
  /** In groups, so that the places suffice until each body is awaited. */
  const beginSlow = async (addresses: string[]) => {
    const begun: ReturnType<typeof slowBody>[] = []
    for (let at = 0; at < addresses.length; at += 25) {
      begun.push(...addresses.slice(at, at + 25).map(slowBody))
      await write("203.0.113.250")
    }
    return begun
  }
  const statusesOf = async (begun: { answer: Promise<Response>; finish: () => void }[]) => {
    for (const { finish } of begun) finish()
    const answers = await Promise.all(begun.map(({ answer }) => answer))
    return [401, 408].map(status => answers.filter(answer => answer.status === status).length)
  }

  it("are only those whose body has come: of the slow ones of an address the slowest ends for the next", async () => {
    const begun = await beginSlow(Array.from({ length: 250 }, () => "192.0.2.66"))
    for (const address of ["192.0.2.66", "192.0.2.67"]) {
      expect((await read(address)).status).toBe(401)
      expect((await write(address)).status).toBe(401)
    }
    // How many are open at the end depends on the order in which their bodies begin.
    const [open = 0, ended = 0] = await statusesOf(begun)
    expect([open + ended, open <= 50, open >= 40]).toEqual([250, true, true])
  })

  itInLongRuns("from many addresses with slow bodies leave a place for every body that comes at once", async () => {
    const begun = await beginSlow(Array.from({ length: 8 * 50 }, (_, at) => `198.51.100.${at % 8}`))
    for (let at = 0; at < 20; at++) expect((await write(`203.0.113.${at}`)).status).toBe(401)
    expect(await statusesOf(begun)).toEqual([199, 201])
  })

  it("can be read by a console of another origin", async () => {
    const headers = { Origin: "https://console.example" }
    const answers = await Promise.all(Array.from({ length: 300 }, () => strict.fetch("/backend/campaign/list", { headers })))
    const turned = answers.filter(({ status }) => status === 429)
    expect(turned.length).toBeGreaterThan(0)
    expect(new Set(turned.map(answer => answer.headers.get("Access-Control-Allow-Origin")))).toEqual(new Set([headers.Origin]))
    expect(turned[0]?.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After")
  })
})
