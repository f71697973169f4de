import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Window } from "happy-dom"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { freePort, listen } from "../../../scripts/free-port.mjs"
import { singleFlight } from "../../../src/core/concurrency/single-flight"
import { type Answer, createHttp, type FailureKind, type HttpConfig, HttpError } from "../../../src/core/http/http"
import { one, page } from "../../../src/core/http/pages"
import { uploadBy } from "../../../src/core/http/upload"
import { isLong } from "../../rounds"

type Served = (request: Request) => Response | Promise<Response>

const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)

/** A client over a server that is one function. */
const client = (serve: Served, wiring: Partial<HttpConfig> = {}) => {
  const calls: Request[] = []
  const http = createHttp({
    baseUrl: () => "https://api.example/v1",
    extensions: () => true,
    language: () => "tr",
    token: () => "t1",
    refreshTokens: async () => true,
    onSessionExpired: async () => false,
    delay: async () => {},
    fetch: () => async (input, init) => {
      const request = new Request(input as string, init)
      calls.push(request)
      return serve(request)
    },
    ...wiring,
  })
  return { http, calls }
}

const failure = async (promise: Promise<unknown>): Promise<HttpError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(HttpError)
  return error as HttpError
}

describe("an answer", () => {
  const bodies: [string, unknown, unknown][] = [
    ["camelCase", { value: { a: 1 }, isSuccess: true }, { a: 1 }],
    ["PascalCase", { Value: { a: 1 }, IsSuccess: true, Errors: [] }, { a: 1 }],
    ["without an envelope", { a: 1 }, { a: 1 }],
    ["a bare list", [1, 2], [1, 2]],
    ["a null value", { value: null, isSuccess: true }, null],
  ]
  it.each(bodies)("in %s gives its value", async (_, body, value) => {
    const { http } = client(() => json(body))
    expect((await http.get("/x")).value).toEqual(value)
  })

  it.each([
    [204, null],
    [200, ""],
    [200, "  "],
  ])("of %d with body %j is a success without a value", async (status, body) => {
    const { http } = client(() => new Response(body, { status }))
    expect((await http.put("/x", {})).value).toBeUndefined()
  })

  it("gives its headers and its message, successMessage first", async () => {
    const { http } = client(() =>
      json(
        { value: 1, isSuccess: true, successMessage: "oldu", message: "x" },
        { headers: { ETag: '"7"', "Undo-Token": "u", "X-Request-Id": "r", Date: "Sat, 21 Nov 2026 10:00:00 GMT" } },
      ),
    )
    expect(await http.get("/x")).toEqual({
      value: 1,
      status: 200,
      message: "oldu",
      etag: '"7"',
      undoToken: "u",
      requestId: "r",
      date: Date.UTC(2026, 10, 21, 10),
    })
  })

  it("of a list turns numeric ids into strings and survives missing members", async () => {
    const { http } = client(() =>
      json({ Value: { Campaigns: [{ id: 5, brandId: 7, tenantIds: [1, 2] }, {}], TotalCount: "12" }, IsSuccess: true }),
    )
    expect(page("campaigns")(await http.get("/x"))).toEqual({
      rows: [{ id: "5", brandId: "7", tenantIds: ["1", "2"] }, {}],
      total: 12,
    })
    // A list under another name, and none.
    expect(page("brands")(await http.get("/x")).rows).toHaveLength(2)
    const none = client(() => json({ Value: { TotalCount: 12 }, IsSuccess: true }))
    expect(page("brands")(await none.http.get("/x"))).toEqual({ rows: [], total: 12 })
  })

  it("has ids and members in one form at any depth, but for what people wrote", async () => {
    const value = {
      Id: 7,
      TenantId: null,
      BrandIDs: 1,
      URL: "/x",
      Media: [{ Url: "/a", OrderNo: 1, Owner: { UserId: 3 } }],
      CategoryIds: [3, "4"],
      Categories: [3, { Id: 4, Order: 1 }],
      Title: "Given",
      title: "kept",
      Metadata: { Kod: 1, id: 2, userId: 3 },
    }
    const { http } = client(() => json({ Value: value, IsSuccess: true }))
    const read = {
      id: "7",
      tenantId: null,
      brandIDs: 1,
      url: "/x",
      media: [{ url: "/a", orderNo: 1, owner: { userId: "3" } }],
      categoryIds: ["3", "4"],
      categories: ["3", { id: "4", order: 1 }],
      title: "kept",
      metadata: { Kod: 1, id: 2, userId: 3 },
    }
    expect((await http.get("/x")).value).toEqual(read)
    const bare = client(() => json(value))
    expect((await bare.http.get("/x")).value).toEqual(read)
    const conflict = client(() => json({ Value: value, IsSuccess: false }, { status: 409 }))
    expect((await failure(conflict.http.put("/x", {}))).value).toEqual(read)
  })

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["words", "tamam"],
    ["a record of another kind", { a: { a: 1 } }],
    ["a record with a list, and no count", { a: [{ a: [] }] }],
    ["a member that is no list", { campaigns: "12" }],
  ])("of %s is neither an empty list nor an empty record", async (_, value) => {
    const { http } = client(() => json({ value, isSuccess: true }, { headers: { "X-Request-Id": "r" } }))
    const answer = await http.get("/x")
    const readers: ((answer: Answer) => unknown)[] = [page("campaigns"), one()]
    for (const read of readers) expect((await failure(Promise.resolve(answer).then(read))).requestId).toBe("r")
  })

  it.each([
    ["a list", { campaigns: [] }],
    ["a bare list", []],
    ["a count", { campaigns: null, totalCount: 0 }],
  ])("of no records is an empty list when it says so by %s", async (_, value) => {
    const { http } = client(() => json({ value, isSuccess: true }))
    expect(page("campaigns")(await http.get("/x"))).toEqual({ rows: [], total: 0 })
  })

  it("of a record carries its version", async () => {
    const { http } = client(() => json({ value: { id: 1 }, isSuccess: true }, { headers: { ETag: '"3"' } }))
    expect(one()(await http.get("/x"))).toEqual({
      record: { id: "1" },
      received: { id: "1" },
      version: '"3"',
    })
  })
})

describe("a failure", () => {
  it("with HTTP 200 and isSuccess false carries errors[0]", async () => {
    const error = await failure(client(() => json({ isSuccess: false, errors: ["Olmadı"] })).http.get("/x"))
    expect([error.kind, error.status, error.message]).toEqual(["envelope", 200, "Olmadı"])
  })

  const places: [string, object][] = [
    ["serializerErrors", { serializerErrors: [{ propertyName: "Request.Title", errorMessage: "Boş" }] }],
    ["errors.serializerErrors", { errors: { serializerErrors: [{ PropertyName: "Request.Title", ErrorMessage: "Boş" }] } }],
    ["validationErrors", { validationErrors: [{ identifier: "Request.Title", message: "Boş" }] }],
    ["validationErrors by field", { ValidationErrors: [{ field: "Request.Title", errorMessage: "Boş" }] }],
  ]
  it.each(places)("with %s carries them as fields", async (_, body) => {
    const error = await failure(client(() => json({ isSuccess: false, ...body }, { status: 400 })).http.post("/x", {}))
    expect(error.fields).toEqual([{ field: "Request.Title", message: "Boş" }])
  })

  it("of 409 carries the current record and its version; of 429 the seconds", async () => {
    const conflict = await failure(
      client(() =>
        json({ isSuccess: false, value: { id: 1 }, errors: ["x"] }, { status: 409, headers: { ETag: '"9"' } }),
      ).http.put("/x", {}),
    )
    expect([conflict.value, conflict.version]).toEqual([{ id: "1" }, '"9"'])
    const many = await failure(client(() => json({}, { status: 429, headers: { "Retry-After": "17" } })).http.get("/x"))
    expect(many.retryAfter).toBe(17)
  })
})

describe("a request", () => {
  it("carries bearer, language and JSON; extensions only where they are allowed", async () => {
    const { http, calls } = client(() => json({ value: 1, isSuccess: true }))
    await http.put("/x", { a: 1 }, { version: '"3"', idempotencyKey: "k" })
    const headers = Object.fromEntries(calls[0]?.headers ?? [])
    expect(headers).toMatchObject({
      authorization: "Bearer t1",
      "accept-language": "tr",
      "content-type": "application/json",
      "if-match": '"3"',
      "idempotency-key": "k",
    })
    const foreign = client(() => json({ value: 1, isSuccess: true }), { extensions: () => false })
    await foreign.http.put("/x", {}, { version: '"3"', idempotencyKey: "k" })
    expect(foreign.calls[0]?.headers.has("If-Match")).toBe(false)
    expect(foreign.calls[0]?.headers.has("Idempotency-Key")).toBe(false)
  })

  it("leaves empty parameters out and escapes the rest", async () => {
    const { http, calls } = client(() => json({ value: 1, isSuccess: true }))
    await http.get("/list", { query: { page: 0, keyword: "a&b=ş", status: undefined, brandId: null } })
    expect(calls[0]?.url).toBe("https://api.example/v1/list?page=0&keyword=a%26b%3D%C5%9F")
  })

  it("adopts a call that is already under way, once", async () => {
    const early = Promise.resolve(json({ value: "early", isSuccess: true }))
    const adopt = vi.fn().mockReturnValueOnce(early).mockReturnValue(undefined)
    const { http, calls } = client(() => json({ value: "late", isSuccess: true }), { takePrefetched: adopt })
    expect((await http.get("/x")).value).toBe("early")
    expect((await http.get("/x")).value).toBe("late")
    expect(calls).toHaveLength(1)
  })

  it("is cancelled by its caller", async () => {
    const hung: Served = request =>
      new Promise((_, fail) => request.signal.addEventListener("abort", () => fail(request.signal.reason)))
    const control = new AbortController()
    const promise = failure(client(hung).http.get("/x", { signal: control.signal }))
    control.abort()
    expect((await promise).kind).toBe("aborted")
  })
})

describe("a network that fails", () => {
  const broken = (times: number): Served => {
    let left = times
    return () => {
      if (left-- > 0) throw new TypeError("fetch failed")
      return json({ value: 1, isSuccess: true })
    }
  }
  it("is never tried again for a GET that counts as a write", async () => {
    const { http, calls } = client(broken(1))
    await failure(http.get("/Auth/GetCode/a", { retry: false }))
    expect(calls).toHaveLength(1)
  })

  it("is tried again for a read that the server asks to repeat in a second, and not for a write", async () => {
    const busy = () => {
      let answers = 0
      return client(() =>
        answers++ ? json({ value: 1, isSuccess: true }) : json({}, { status: 429, headers: { "Retry-After": "1" } }),
      )
    }
    expect((await busy().http.get("/x")).value).toBe(1)
    expect((await failure(busy().http.put("/x", {}))).status).toBe(429)
  })
})

describe("a 401", () => {
  it("after a refresh ends the session", async () => {
    const expired = vi.fn(async () => false)
    let token = "old"
    const { http } = client(() => json({}, { status: 401 }), {
      token: () => token,
      refreshTokens: async () => {
        token = "new"
        return true
      },
      onSessionExpired: expired,
    })
    expect((await failure(http.get("/x"))).status).toBe(401)
    expect(expired).toHaveBeenCalledOnce()
  })

  it("with a refresh that fails is told, and the session is left to the refresh", async () => {
    const expired = vi.fn(async () => false)
    const { http } = client(() => json({}, { status: 401 }), { refreshTokens: async () => false, onSessionExpired: expired })
    expect((await failure(http.get("/x"))).status).toBe(401)
    expect(expired).not.toHaveBeenCalled()
  })

  it("after a refresh is tried once more when the person signed in again in place", async () => {
    let token = "old"
    const { http, calls } = client(
      request =>
        json({ value: 7, isSuccess: true }, { status: request.headers.get("Authorization") === "Bearer again" ? 200 : 401 }),
      {
        token: () => token,
        refreshTokens: async () => {
          token = "new"
          return true
        },
        onSessionExpired: async () => {
          token = "again"
          return true
        },
      },
    )
    expect((await http.post("/x", {})).value).toBe(7)
    expect(calls).toHaveLength(3)
  })

  it("with a token of its own asks for no refresh", async () => {
    const refresh = vi.fn(async () => true)
    const { http, calls } = client(() => json({}, { status: 401 }), { refreshTokens: refresh })
    await failure(http.post("/x", {}, { bearer: "leaving" }))
    expect(refresh).not.toHaveBeenCalled()
    expect(calls[0]?.headers.get("Authorization")).toBe("Bearer leaving")
  })

  it("in an anonymous call asks for no refresh and sends no bearer", async () => {
    const refresh = vi.fn(async () => true)
    const { http, calls } = client(() => json({}, { status: 401 }), { refreshTokens: refresh })
    await failure(http.get("/x", { anonymous: true }))
    expect(refresh).not.toHaveBeenCalled()
    expect(calls[0]?.headers.has("Authorization")).toBe(false)
  })
})

describe("an upload", () => {
  const answering = (status: number, body: string) => {
    const sent: { method?: string; url?: string; headers: Record<string, string>; form?: FormData } = { headers: {} }
    class Fake {
      upload: { onprogress?: (event: object) => void } = {}
      status = status
      responseText = body
      onload?: () => void
      onabort?: () => void
      onloadend?: () => void
      open(method: string, url: string) {
        Object.assign(sent, { method, url })
      }
      setRequestHeader(name: string, value: string) {
        sent.headers[name] = value
      }
      getResponseHeader() {
        throw new Error("A browser logs an error for a header that the server does not expose.")
      }
      getAllResponseHeaders() {
        return "content-type: application/json\r\nX-Request-Id: r: 1\r\n"
      }
      abort() {
        this.onabort?.()
      }
      send(form: FormData) {
        sent.form = form
        this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
        queueMicrotask(() => {
          this.onload?.()
          this.onloadend?.()
        })
      }
    }
    return { sent, request: () => new Fake() as unknown as XMLHttpRequest }
  }

  it.each([
    ["value.url", { value: { url: "/a" }, isSuccess: true }],
    ["value", { Value: "/a", IsSuccess: true }],
    ["url", { url: "/a" }],
    ["data.url", { data: { url: "/a" } }],
  ])("reads the url from %s", async (_, body) => {
    const { sent, request } = answering(200, JSON.stringify(body))
    const { http } = client(() => json({}), { createRequest: request })
    const progress: number[] = []
    expect(await uploadBy(http)("/campaign/media", new Blob(["x"]), 3, { onProgress: fraction => progress.push(fraction) })).toBe(
      "/a",
    )
    expect(progress).toEqual([0.25])
    expect([sent.method, sent.url, sent.form?.get("orderNo")]).toEqual(["POST", "https://api.example/v1/campaign/media", "3"])
    expect(sent.headers["Content-Type"]).toBeUndefined()
    expect(sent.headers.Authorization).toBe("Bearer t1")
  })

  it("that succeeds without a url is a failure", async () => {
    const { request } = answering(200, JSON.stringify({ value: {}, isSuccess: true }))
    expect(
      (await failure(uploadBy(client(() => json({}), { createRequest: request }).http)("/m", new Blob(["x"]), 1))).kind,
    ).toBe("format")
  })

  it("that was cancelled before it began is not sent", async () => {
    const { sent, request } = answering(200, "{}")
    const control = new AbortController()
    control.abort()
    expect(
      (
        await failure(
          uploadBy(client(() => json({}), { createRequest: request }).http)("/m", new Blob(["x"]), 1, { signal: control.signal }),
        )
      ).kind,
    ).toBe("aborted")
    expect(sent.form).toBeUndefined()
  })
})

/** The client over real sockets, against a server that answers every path in another broken way. */
describe("over real sockets", () => {
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
  /** What the server was asked by the last client, in order: methods. */
  let asked: string[] = []
  let clients = 0
  let answering: Answering = send(200, good)

  beforeAll(async () => {
    server = createServer((request, answer) => {
      // An answer before the whole request is in would be another fault.
      request.resume().on("end", () => {
        // A call of an earlier test, which has timed out, may arrive now.
        if (request.url === `/${clients}/x`) asked.push(request.method ?? "")
        answer.setHeader("Access-Control-Allow-Origin", "*")
        answering(answer, request)
      })
    })
    base = `http://127.0.0.1:${await listen(server)}`
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
    const path = `/${++clients}`
    const reached = vi.fn()
    const pauses: number[] = []
    const http = createHttp({
      baseUrl: () => base + path,
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
        upload: async () => ({ value: { url: await uploadBy(http)("/x", picture(), 1) } }),
      },
    }
  }

  type Way = keyof ReturnType<typeof client>["calls"]
  const ways: Way[] = ["GET", "POST", "PUT", "DELETE", "upload"]

  const endOf = (call: Promise<{ value: unknown }>): Promise<HttpError | { value: unknown }> =>
    call.catch(error => {
      if (error instanceof HttpError) return error
      throw error
    })

  describe.each(rows.map((row, at) => ({ ...row, at })))("$name", ({ at, ...row }) => {
    // A short run takes each row with a read and one of the writes.
    const tried = isLong ? ways : ways.filter((way, place) => way === "GET" || place === 1 + (at % 4))
    it.each(tried)("ends as it should for %s, and a write is never repeated", async way => {
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

    it.each(["GET", "POST", "PUT", "DELETE"] as const)(
      "lets a %s go when its time is over, asked once at the most",
      async method => {
        const { http } = client()
        const options = { timeoutMs: 60 }
        const call = {
          GET: () => http.get("/x", options),
          POST: () => http.post("/x", {}, options),
          PUT: () => http.put("/x", {}, options),
          DELETE: () => http.delete("/x", options),
        }[method]
        expect(await endOf(call())).toMatchObject({ kind: "timeout", status: 0 })
        expect(asked.length).toBeLessThanOrEqual(1)
      },
    )

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
      const call = endOf(uploadBy(http)("/x", file, 1, { signal: control.signal }).then(value => ({ value })))
      await vi.waitFor(() => expect(asked).toEqual(["POST"]), 60_000)
      control.abort()
      expect(await call).toMatchObject({ kind: "aborted" })
    })
  })

  describe("a server that is gone", () => {
    it.each(ways)("is a network that fails, for %s", async way => {
      const port = await freePort()
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
      expect(reached.mock.calls).toEqual([[true, 500]])
    })

    it.each([1, 2])("after %d drops is not noticed by a GET", async drops => {
      answering = (answer, request) => (asked.length > drops ? send(200, good)(answer, request) : request.socket.destroy())
      const { calls, reached } = client()
      expect(await endOf(calls.GET())).toMatchObject({ value: url })
      expect(reached.mock.lastCall).toEqual([true, 200])
    })
  })

  describe("a storm of 401s that mean nothing", () => {
    it("is answered by one refresh, and every call that was refused is made once more", async () => {
      let token = "old"
      let refreshes = 0
      answering = (answer, request) => send(request.headers.authorization === "Bearer new" ? 200 : 401, good)(answer, request)
      const { calls } = client({
        token: () => token,
        refreshTokens: singleFlight(async () => {
          refreshes++
          await new Promise(done => setTimeout(done, 20))
          token = "new"
          return true
        }),
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
})
