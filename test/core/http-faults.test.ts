import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Window } from "happy-dom"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { createHttp, type FailureKind, type HttpConfig, HttpError } from "../../src/core/http"

/** The client over real sockets, against a server that answers every path in another broken way. */
type Answering = (answer: ServerResponse, asked: IncomingMessage) => void

const json = { "Content-Type": "application/json" }
const envelope = (value: unknown, more = {}) => JSON.stringify({ value, isSuccess: true, ...more })
const refusal = (...errors: string[]) => JSON.stringify({ isSuccess: false, errors })
const good = envelope({ url: "/a.png" })
const html = "<!doctype html><title>Giriş</title><h1>Kablosuz ağa hoş geldiniz</h1>"
const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
const send =
  (status: number, body: string | Buffer, headers: Record<string, string> = json): Answering =>
  answer =>
    answer.writeHead(status, headers).end(body)
const part =
  (status: number): Answering =>
  answer => {
    answer.writeHead(status, { ...json, "Content-Length": String(good.length) })
    answer.write(good.slice(0, 9), () => answer.destroy())
  }

/** What a call ends with: a value, or the kind and the status of its failure. */
type End = { value: unknown } | { kind: FailureKind; status?: number; message?: string; retryAfter?: number }
type Row = {
  name: string
  answering: Answering
  end: End
  /** Where an upload, which wants a url, ends otherwise. */
  upload?: End
}

const url = { url: "/a.png" }
const lost = { kind: "network", status: 0, message: "" } as const
const format = { kind: "format", status: 200, message: "" } as const

const rows: Row[] = [
  {
    name: "an answer that comes late",
    answering: (answer, asked) => setTimeout(send(200, good), 150, answer, asked),
    end: { value: url },
  },
  {
    name: "a body that comes byte by byte",
    answering: answer => {
      answer.writeHead(200, json)
      const drip = (at: number): unknown =>
        at < good.length ? answer.write(good[at], () => setTimeout(drip, 1, at + 1)) : answer.end()
      drip(0)
    },
    end: { value: url },
  },
  { name: "a connection dropped before the answer", answering: (_, asked) => asked.socket.destroy(), end: lost },
  { name: "a connection reset before the answer", answering: (_, asked) => asked.socket.resetAndDestroy(), end: lost },
  { name: "a connection dropped in mid-answer", answering: part(200), end: lost },
  { name: "a connection dropped in the middle of an error", answering: part(500), end: lost },
  { name: "words that are not HTTP", answering: (_, asked) => void asked.socket.end("merhaba\r\n\r\n"), end: lost },
  {
    name: "a compressed body that is none",
    answering: send(200, "\x1f\x8bxxxxxxxx", { ...json, "Content-Encoding": "gzip" }),
    end: lost,
  },
  {
    name: "500 with an envelope",
    answering: send(500, refusal("Olmadı")),
    end: { kind: "http", status: 500, message: "Olmadı" },
  },
  { name: "500 without a body", answering: send(500, ""), end: { kind: "http", status: 500, message: "" } },
  { name: "502 as a page", answering: send(502, html, { "Content-Type": "text/html" }), end: { kind: "http", status: 502 } },
  {
    name: "503 with seconds to wait",
    answering: send(503, refusal(), { ...json, "Retry-After": "7" }),
    end: { kind: "http", status: 503, retryAfter: 7 },
  },
  {
    name: "503 as words, with seconds to wait",
    answering: send(503, "Service Unavailable", { "Retry-After": "7" }),
    end: { kind: "http", status: 503, retryAfter: 7 },
  },
  {
    name: "429 with seconds to wait",
    answering: send(429, refusal(), { ...json, "Retry-After": "17" }),
    end: { kind: "http", status: 429, retryAfter: 17 },
  },
  { name: "a page in place of JSON", answering: send(200, html, { "Content-Type": "text/html" }), end: format },
  { name: "a page that calls itself JSON", answering: send(200, html), end: format },
  { name: "truncated JSON", answering: send(200, good.slice(0, -3)), end: format },
  { name: "two answers in one", answering: send(200, good + good), end: format },
  { name: "JSON as plain text", answering: send(200, good, { "Content-Type": "text/plain" }), end: { value: url } },
  { name: "JSON as a picture", answering: send(200, good, { "Content-Type": "image/png" }), end: { value: url } },
  { name: "JSON of no type", answering: send(200, good, {}), end: { value: url } },
  {
    name: "a good answer of 10 MB",
    answering: send(200, envelope(url, { padding: "x".repeat(10_000_000) })),
    end: { value: url },
  },
  { name: "10 MB of nothing", answering: send(200, "x".repeat(10_000_000)), end: format },
  { name: "more than anybody can read", answering: send(200, `"${"x".repeat(20_000_001)}"`), end: format },
  { name: "an empty body", answering: send(200, ""), end: { value: undefined }, upload: format },
  { name: "blanks", answering: send(200, " \r\n "), end: { value: undefined }, upload: format },
  { name: "204", answering: send(204, ""), end: { value: undefined }, upload: { kind: "format", status: 204 } },
  { name: "null", answering: send(200, "null"), end: { value: null }, upload: format },
  { name: "a failure with HTTP 200", answering: send(200, refusal("Olmadı")), end: { kind: "envelope", message: "Olmadı" } },
  {
    name: "JSON 100,000 levels deep",
    answering: send(200, envelope(null).replace("null", deep(100_000))),
    end: { value: expect.objectContaining({ a: expect.anything() }) },
    upload: format,
  },
  {
    name: "an error 100,000 levels deep",
    answering: send(500, `{"isSuccess":false,"errors":${deep(100_000)}}`),
    end: { kind: "http", status: 500, message: "" },
  },
]

const window = new Window()
let server: Server
let base = ""
/** What the server was asked, in order: methods. */
let asked: string[] = []
let answering: Answering = send(200, good)

beforeAll(async () => {
  server = createServer((request, answer) => {
    // An answer before the whole request is in would be another fault.
    request.resume().on("end", () => {
      asked.push(request.method ?? "")
      answer.setHeader("Access-Control-Allow-Origin", "*")
      answering(answer, request)
    })
  })
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  window.happyDOM.setURL(base)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(done => server.close(done))
  await window.happyDOM.close()
})
beforeEach(() => {
  asked = []
  vi.stubGlobal("FormData", window.FormData)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const client = (wiring: Partial<HttpConfig> = {}) => {
  const reached = vi.fn()
  const pauses: number[] = []
  const http = createHttp({
    baseUrl: () => base,
    extensions: () => true,
    language: () => "tr",
    token: () => "t1",
    refreshTokens: async () => true,
    onSessionExpired: async () => false,
    delay: async ms => void pauses.push(ms),
    createRequest: () => new window.XMLHttpRequest() as unknown as XMLHttpRequest,
    onReachability: reached,
    ...wiring,
  })
  const picture = () => new window.File(["x"], "a.png") as unknown as Blob
  return {
    reached,
    pauses,
    http,
    calls: {
      GET: () => http.get("/x"),
      POST: () => http.post("/x", { a: 1 }),
      PUT: () => http.put("/x", { a: 1 }),
      DELETE: () => http.delete("/x"),
      upload: async () => ({ value: { url: await http.upload("/x", picture(), 1) } }),
    },
  }
}

type Way = keyof ReturnType<typeof client>["calls"]
const ways: Way[] = ["GET", "POST", "PUT", "DELETE", "upload"]

/** The end of a call, which must come soon. */
const endOf = async (call: Promise<{ value: unknown }>): Promise<HttpError | { value: unknown }> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("The call hangs.")), 20_000)
  })
  try {
    return await Promise.race([call, late])
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  } finally {
    clearTimeout(timer)
  }
}

describe.each(rows)("$name", row => {
  it.each(ways)("ends as it should for %s, and a write is never repeated", async way => {
    answering = row.answering
    const { calls, pauses } = client()
    const end = await endOf(calls[way]())
    expect(end).toMatchObject((way === "upload" && row.upload) || row.end)
    const isRetried = way === "GET" && "kind" in row.end && row.end.kind === "network"
    const method = way === "upload" ? "POST" : way
    expect(asked).toEqual(isRetried ? [method, method, method] : [method])
    expect(pauses).toEqual(isRetried ? [300, 1200] : [])
  })
})

describe("a server that never answers", () => {
  beforeEach(() => {
    answering = () => {}
  })

  it.each(["GET", "POST", "PUT", "DELETE"] as const)("lets a %s go when its time is over, asked once", async method => {
    const { http } = client()
    const options = { timeoutMs: 60 }
    const call = {
      GET: () => http.get("/x", options),
      POST: () => http.post("/x", {}, options),
      PUT: () => http.put("/x", {}, options),
      DELETE: () => http.delete("/x", options),
    }[method]
    expect(await endOf(call())).toMatchObject({ kind: "timeout", status: 0 })
    expect(asked).toEqual([method])
  })

  it("lets go in the middle of a body as well", async () => {
    answering = answer => void answer.writeHead(200, json).write(good.slice(0, 5))
    expect(await endOf(client().http.get("/x", { timeoutMs: 60 }))).toMatchObject({ kind: "timeout" })
  })

  it.each([
    ["head", () => new Promise<Response>(() => {})],
    ["body", async () => new Response(new ReadableStream())],
  ])("lets a call go that was begun before the client was there and whose %s never comes", async (_, adopt) => {
    const { http } = client({ takePrefetched: adopt })
    expect(await endOf(http.get("/x", { timeoutMs: 60 }))).toMatchObject({ kind: "timeout" })
    const control = new AbortController()
    const call = endOf(http.get("/x", { signal: control.signal }))
    control.abort()
    expect(await call).toMatchObject({ kind: "aborted" })
    expect(asked).toEqual([])
  })

  it("lets an upload go when it is cancelled, and not before", async () => {
    const { http } = client()
    const control = new AbortController()
    const file = new window.File(["x"], "a.png") as unknown as Blob
    const call = endOf(http.upload("/x", file, 1, { signal: control.signal }).then(value => ({ value })))
    await vi.waitFor(() => expect(asked).toEqual(["POST"]), 10_000)
    control.abort()
    expect(await call).toMatchObject({ kind: "aborted" })
  })
})

describe("a server that is gone", () => {
  it.each(ways)("is a network that fails, for %s", async way => {
    const gone = createServer()
    await new Promise<void>(done => gone.listen(0, "127.0.0.1", done))
    const { port } = gone.address() as AddressInfo
    await new Promise(done => gone.close(done))
    const { calls, reached } = client({ baseUrl: () => `http://127.0.0.1:${port}` })
    expect(await endOf(calls[way]())).toMatchObject(lost)
    expect(reached.mock.calls).toEqual(way === "GET" ? [[false], [false], [false]] : [[false]])
  })
})

describe("a network that comes back", () => {
  it.each(ways)("is noticed by the first answer, to %s too", async way => {
    answering = send(500, "")
    const { calls, reached } = client()
    await endOf(calls[way]())
    expect(reached.mock.calls).toEqual([[true]])
  })

  it.each([1, 2])("after %d drops is not noticed by a GET", async drops => {
    answering = (answer, request) => (asked.length > drops ? send(200, good)(answer, request) : request.socket.destroy())
    const { calls, reached } = client()
    expect(await endOf(calls.GET())).toMatchObject({ value: url })
    expect(reached.mock.lastCall).toEqual([true])
  })
})

describe("a storm of 401s that mean nothing", () => {
  it("is answered by one refresh, and every call that was refused is made once more", async () => {
    let token = "old"
    let refreshes = 0
    answering = (answer, request) => send(request.headers.authorization === "Bearer new" ? 200 : 401, good)(answer, request)
    const { calls } = client({
      token: () => token,
      refreshTokens: async () => {
        refreshes++
        await new Promise(done => setTimeout(done, 20))
        token = "new"
        return true
      },
    })
    const ends = await Promise.all(Array.from({ length: 10 }, () => ways.map(way => endOf(calls[way]()))).flat())
    expect(ends).toEqual(ends.map(() => expect.objectContaining({ value: url })))
    expect([refreshes, asked.length]).toEqual([1, 100])
  })

  it.each(ways)("whose refresh fails on the network is told as that, and %s is not repeated", async way => {
    answering = send(401, refusal())
    const expired = vi.fn(async () => false)
    const { calls } = client({
      refreshTokens: () => Promise.reject(new HttpError({ kind: "network" })),
      onSessionExpired: expired,
    })
    expect(await endOf(calls[way]())).toMatchObject(lost)
    expect(asked).toHaveLength(1)
    expect(expired).not.toHaveBeenCalled()
  })
})
