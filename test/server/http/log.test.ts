import { pino } from "pino"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createApp } from "../../../server/src/app"
import { users } from "../../../server/src/db/schema"
import { isTransient, loggable } from "../../../server/src/errors/faults"
import { release } from "../../../server/src/release"
import { accounts, createTestApi, type TestApi } from "../../api"

const lines: string[] = []
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ log: pino({ level: "info" }, { write: line => lines.push(line) }) })
})
afterAll(() => api.close())
beforeEach(() => {
  lines.length = 0
})

const failing = (error: unknown) =>
  createApp({
    ...api.deps,
    db: new Proxy({} as typeof api.db, {
      get: () => () => {
        throw error
      },
    }),
  })
/** As Drizzle words it: the statement and its values, with the driver's error beneath. */
const query = (cause: Error) =>
  new Error(`Failed query: select 1 where email = $1\nparams: ${accounts.elif},secret-hash`, { cause })
const coded = (code: string, message = "the cause") => Object.assign(new Error(message), { code })

describe("the log", () => {
  it("has a line of JSON for each request: what, how long, whose session", async () => {
    const token = await api.signIn(accounts.elif)
    lines.length = 0
    await api.call("GET", "/api/auth/me", { token, headers: { "X-Request-Id": "request-0815" } })
    expect(lines).toHaveLength(1)
    const line = JSON.parse(lines[0] ?? "")
    expect(line).toMatchObject({ requestId: "request-0815", method: "GET", path: "/backend/api/auth/me", status: 200 })
    expect(line.ms).toBeGreaterThanOrEqual(0)
    expect(line.userId).toMatch(/^[\da-f-]{36}$/)
  })

  it("has the trace of a call, and its address only where it is asked for; probes are not in it", async () => {
    const headers = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" }
    await api.call("GET", "/tenant/izinler", { headers })
    for (const path of ["/healthz", "/readyz", "/metrics"])
      expect((await api.call("GET", path)).headers.get("X-Release")).toBe(release)
    expect(lines.map(line => JSON.parse(line))).toMatchObject([{ traceId: "4bf92f3577b34da6a3ce929d0e0e4736", status: 401 }])
    expect(lines[0]).not.toContain("address")
    const config = { ...api.deps.config, logAddresses: true }
    await createApp({ ...api.deps, config }).request("/backend/tenant/izinler", { headers: { traceparent: "x" } })
    expect(JSON.parse(lines[1] ?? "")).toHaveProperty("address")
    expect(lines[1]).not.toContain("traceId")
  })

  it("holds no address, no code, no token and no query, whatever is asked", async () => {
    const { token = "", refreshToken = "" } = (await api.signInByCode(accounts.elif)) ?? {}
    expect(token).not.toBe("")
    await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=000000`)
    await api.call("GET", `/auth/getcode/${accounts.elif}`)
    await api.call("POST", "/api/auth/login", { body: { email: accounts.elif, code: "987654" } })
    const next = (await api.call("POST", "/api/auth/refresh", { body: { refreshToken } })).value
    await api.call("GET", "/campaign/list?keyword=gizli", { token: next.token })
    await api.call("POST", "/undo/an-undo-token", { token: next.token })
    await api.call("GET", "/campaign/list", { token: "not.a.token" })
    const text = lines.join("")
    const secrets = ["elif", "987654", "000000", "gizli", "an-undo-token", "not.a.token", token, refreshToken, next.refreshToken]
    const codes = api.outbox.map(mail => mail.code ?? "")
    expect([...secrets, ...codes].filter(secret => text.includes(secret))).toEqual([])
    expect(lines.length).toBeGreaterThanOrEqual(9)
  })

  it.each([
    ["GET", "/Auth/GetCode/elif@gizli.example/again", "unknown"],
    ["GET", "/nowhere/elif@gizli.example", "unknown"],
    ["POST", "/Auth/GetCode/elif@gizli.example", "unknown"],
    ["GET", "/user/elif@gizli.example", "/backend/user/:id"],
    ["GET", "/campaign/0b0e8a3c-0000-4000-8000-000000000000", "/backend/campaign/0b0e8a3c-0000-4000-8000-000000000000"],
    ["GET", "/Auth/GetCode/elif@gizli.example", "/backend/Auth/GetCode/:email"],
    ["POST", "/undo/elif", "/backend/undo/:token"],
  ])("has of %s %s the route's pattern with its ids: %s", async (method, path, logged) => {
    await api.call(method, path)
    expect(lines.map(line => JSON.parse(line).path)).toEqual([logged])
    expect(lines.join("")).not.toContain("elif")
  })

  it("tells what failed without the statement's values; the caller is told a number to quote", async () => {
    const answer = await failing(query(coded("XX000"))).request(`/backend/Auth/GetCode/${accounts.elif}`)
    expect(answer.status).toBe(500)
    const text = await answer.text()
    expect(text).not.toMatch(/the cause|select|stack|\bat /)
    const id = answer.headers.get("X-Request-Id") ?? ""
    const error = lines.find(line => line.includes("the cause")) ?? ""
    expect(error).toContain(id)
    expect(lines.join("")).not.toMatch(/elif|secret-hash|select 1/)
    expect(JSON.parse(error).at[0]).toContain("log.test.ts")
  })

  it("tells of an invitation that could not be sent, and not to whom", async () => {
    const token = await api.signIn(accounts.admin)
    const { send } = api.deps.mailer
    api.deps.mailer.send = () => Promise.reject(query(coded("57P01")))
    const body = { name: "Davet", emails: ["davetli.kisi@yeni.example"] }
    const { status } = await api.call("POST", "/tenant/admin/create", { token, body })
    api.deps.mailer.send = send
    expect(status).toBe(200)
    expect(lines.join("")).toContain("57P01")
    expect(lines.join("")).not.toMatch(/davetli|elif|secret-hash|select 1/)
  })

  it("takes no request id that could forge a line", async () => {
    for (const id of ['x","level":60', "a b", "x".repeat(65), "short"]) {
      const answer = await api.call("GET", "/healthz", { headers: { "X-Request-Id": id } })
      expect(answer.headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/)
    }
  })

  it("never breaks on what is thrown", () => {
    for (const thrown of [undefined, null, "text", 5, {}, new Error("")]) expect(() => loggable(thrown)).not.toThrow()
  })
})

describe("a database that is away", () => {
  it.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "CONNECTION_CLOSED",
    "CONNECTION_ENDED",
    "CONNECT_TIMEOUT",
    "57P01",
    "57P03",
    "08006",
    "53300",
  ])("(%s) is answered 503, with when to try again", async code => {
    const answer = await failing(query(coded(code))).request(`/backend/Auth/GetCode/${accounts.elif}`)
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"])
    expect(await answer.json()).toMatchObject({ isSuccess: false, status: 8 })
  })

  it("is not what a fault of ours is taken for", async () => {
    for (const code of ["23505", "42703", "22P02"]) expect(isTransient(query(coded(code)))).toBe(false)
    expect(isTransient(new TypeError("x"))).toBe(false)
    const clash = await api.db
      .insert(users)
      .values({ email: accounts.elif, firstName: "x", lastName: "y", role: "Administrator" })
      .catch((error: unknown) => error)
    expect([isTransient(clash), loggable(clash).code]).toEqual([false, "23505"])
    expect(JSON.stringify(loggable(clash))).not.toContain("elif")
  })
})
