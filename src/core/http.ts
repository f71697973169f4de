/** The HTTP client of S7's opening paragraph and decisions §2. It throws; it never toasts and never navigates. */
import { type FieldMessage, parseEnvelope } from "./envelope"
import { type FailureKind, HttpError } from "./http-error"

export type { FieldMessage } from "./envelope"
export { type FailureKind, HttpError } from "./http-error"

export type Answer = {
  value: unknown
  message?: string
  status: number
  etag?: string
  undoToken?: string
  requestId?: string
  /** What a server found to say of fields although it succeeded. */
  warnings?: FieldMessage[]
  /** The server's clock, epoch ms. */
  date?: number
}

export type Query = Record<string, string | number | boolean | null | undefined>

export type RequestOptions = {
  query?: Query
  signal?: AbortSignal
  /** ms; 30,000 by default (S9), 0 for none. */
  timeoutMs?: number
  /** Sent as If-Match. */
  version?: string
  idempotencyKey?: string
  /** Without bearer, and without a refresh on 401. */
  anonymous?: boolean
  /** A token to send in place of the session's, without a refresh on 401: for a session that is being left. */
  bearer?: string
  /** Whether a GET that fails on the network is tried again (it is, twice). */
  retry?: boolean
  /**
   * What counts as success besides `isSuccess` (S7 Payments): the envelope's status 0, or any 2xx whatever its body says.
   */
  success?: "statusZero" | "any"
  /** Lets the call outlive the page. */
  keepalive?: boolean
}

export type UploadOptions = { success?: RequestOptions["success"]; signal?: AbortSignal; onProgress?: (fraction: number) => void }

export type Http = {
  get: (path: string, options?: RequestOptions) => Promise<Answer>
  post: (path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>
  put: (path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>
  delete: (path: string, options?: RequestOptions) => Promise<Answer>
  /** Multipart `file` and `orderNo`; progress as a fraction; no time-out, but it can be cancelled. @returns the url */
  upload: (path: string, file: Blob, orderNo: number, options?: UploadOptions) => Promise<string>
}

export type HttpConfig = {
  baseUrl: () => string
  extensions: () => boolean
  language: () => string
  token: () => string | undefined
  /** Awaited before every call of the session's: tokens that have expired are renewed first. */
  beforeRequest?: () => Promise<void>
  /** Renews the tokens; false when the server refused to. @throws HttpError when no answer can be had */
  refreshTokens: () => Promise<boolean>
  /** A second 401, after the tokens were renewed: true when the person signed in again. */
  onSessionExpired: () => Promise<boolean>
  /** Told after each exchange whether an answer came, whatever it was. */
  onReachability?: (isReached: boolean) => void
  fetch?: () => typeof fetch
  /** A GET that boot.ts began before this script was there: given once. */
  takePrefetched?: (url: string) => Promise<Response> | undefined
  delay?: (ms: number) => Promise<void>
  createRequest?: () => XMLHttpRequest
}

const defaultTimeout = 30_000
const backOff = [300, 1200]
/** Longer answers are not read, characters. */
const maxAnswer = 20_000_000

/** Path and query in a fixed order, so that the same call has the same URL everywhere. */
export const buildUrl = (base: string, path: string, query: Query = {}) => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  )
  return base + path + (pairs.length ? `?${pairs.join("&")}` : "")
}

/** Retry-After as seconds or as a date. */
const secondsOf = (header: string | null) => {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** What was begun elsewhere can't be ended from here: it is left behind when the signal says so. */
const until = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener("abort", leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave))
  })

type Received = { status: number; header: (name: string) => string | null; body: string }

/** Turns what came over the wire into an answer. @throws HttpError */
const read = (
  { status, header, body }: Received,
  { success, anonymous }: Pick<RequestOptions, "success" | "anonymous"> = {},
): Answer => {
  const ok = status >= 200 && status < 300
  const requestId = header("X-Request-Id") ?? undefined
  const etag = header("ETag") ?? undefined
  let parsed: unknown
  if (status !== 204 && body.trim()) {
    try {
      if (body.length > maxAnswer) throw new Error("The answer is too long.")
      parsed = JSON.parse(body)
    } catch (cause) {
      if (ok && success === "any") return { value: undefined, status }
      throw new HttpError({
        kind: ok ? "format" : "http",
        status,
        requestId,
        isAnonymous: anonymous,
        cause,
        retryAfter: secondsOf(header("Retry-After")),
      })
    }
  }
  const envelope = parseEnvelope(parsed, ok)
  const isForgiven = ok && (success === "any" || (success === "statusZero" && envelope.status === 0))
  if (!envelope.isSuccess && !isForgiven)
    throw new HttpError({
      kind: ok ? "envelope" : "http",
      status,
      message: envelope.errors[0] ?? (ok ? undefined : envelope.message),
      errors: envelope.errors,
      validationErrors: envelope.validationErrors,
      fields: envelope.fields,
      value: envelope.value,
      requestId,
      isAnonymous: anonymous,
      retryAfter: secondsOf(header("Retry-After")),
      version: etag,
    })
  const date = Date.parse(header("Date") ?? "")
  const undoToken = header("Undo-Token")
  return {
    value: envelope.value,
    status,
    ...(envelope.message !== undefined && { message: envelope.message }),
    ...(etag !== undefined && { etag }),
    ...(undoToken !== null && { undoToken }),
    ...(requestId !== undefined && { requestId }),
    ...(envelope.fields.length > 0 && { warnings: envelope.fields }),
    ...(!Number.isNaN(date) && { date }),
  }
}

/** The url of an upload: `value.url`, `value`, `url` or `data.url` (decisions §2). */
const urlIn = (value: unknown, whole: unknown): string | undefined => {
  const at = (holder: unknown, name: string) => {
    const raw = (typeof holder === "object" && holder !== null ? holder : {}) as Record<string, unknown>
    return raw[name] ?? raw[name.charAt(0).toUpperCase() + name.slice(1)]
  }
  const found = [at(value, "url"), value, at(whole, "url"), at(at(whole, "data"), "url")].find(
    url => typeof url === "string" && url.trim(),
  )
  return typeof found === "string" ? found : undefined
}

export const createHttp = (wiring: HttpConfig): Http => {
  const wait = wiring.delay ?? ((ms: number) => new Promise<void>(done => setTimeout(done, ms)))
  let refreshing: Promise<boolean> | undefined

  /** All calls that met a 401 wait for one refresh. */
  const refreshOnce = () => {
    refreshing ??= wiring.refreshTokens().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  const headersFor = (options: RequestOptions, token: string | undefined, json: boolean) => {
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": wiring.language() }
    if (json) headers["Content-Type"] = "application/json"
    if (token) headers.Authorization = `Bearer ${token}`
    if (wiring.extensions()) {
      if (options.version !== undefined) headers["If-Match"] = options.version
      if (options.idempotencyKey !== undefined) headers["Idempotency-Key"] = options.idempotencyKey
    }
    return headers
  }

  const exchange = async (
    method: string,
    url: string,
    body: unknown,
    options: RequestOptions,
    token: string | undefined,
  ): Promise<Received> => {
    const limit = new AbortController()
    const { timeoutMs: timeout = defaultTimeout, signal } = options
    const timer = timeout ? setTimeout(() => limit.abort("timeout"), timeout) : undefined
    const cancel = () => limit.abort("cancelled")
    if (signal?.aborted) cancel()
    signal?.addEventListener("abort", cancel, { once: true })
    try {
      limit.signal.throwIfAborted()
      const adopted = method === "GET" ? wiring.takePrefetched?.(url) : undefined
      const call = wiring.fetch?.() ?? fetch
      const response = await until(
        limit.signal,
        adopted ??
          call(url, {
            method,
            headers: headersFor(options, token, body !== undefined),
            signal: limit.signal,
            cache: "no-store",
            ...(options.keepalive && { keepalive: true }),
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
      )
      const text = await until(limit.signal, response.text())
      wiring.onReachability?.(true)
      return { status: response.status, header: name => response.headers.get(name), body: text }
    } catch (cause) {
      const kind = limit.signal.reason === "timeout" ? "timeout" : limit.signal.aborted ? "aborted" : "network"
      if (kind !== "aborted") wiring.onReachability?.(false)
      throw new HttpError({ kind, cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", cancel)
    }
  }

  /** A GET that fails on the network is tried twice more; nothing that writes ever is. */
  const persist = async (method: string, url: string, body: unknown, options: RequestOptions, token: string | undefined) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await exchange(method, url, body, options, token)
      } catch (error) {
        const pause = backOff[attempt]
        const may = method === "GET" && options.retry !== false && error instanceof HttpError && error.kind === "network"
        if (!may || pause === undefined) throw error
        await wait(pause)
      }
    }
  }

  const withSession = async <T extends { status: number }>(
    { anonymous, bearer }: Pick<RequestOptions, "anonymous" | "bearer">,
    send: (token: string | undefined) => Promise<T>,
  ): Promise<T> => {
    if (anonymous || bearer) return send(bearer)
    await wiring.beforeRequest?.()
    const token = wiring.token()
    const first = await send(token)
    if (first.status !== 401 || !token) return first
    // Another call may have renewed the tokens while this one was under way.
    const isRenewed = wiring.token() !== token || (await refreshOnce())
    if (!isRenewed || !wiring.token()) return first
    const second = await send(wiring.token())
    if (second.status !== 401) return second
    return (await wiring.onSessionExpired()) ? send(wiring.token()) : second
  }

  const call = async (method: string, path: string, body: unknown, options: RequestOptions = {}) => {
    const url = buildUrl(wiring.baseUrl(), path, options.query)
    return read(await withSession(options, token => persist(method, url, body, options, token)), options)
  }

  const send = (url: string, form: FormData, token: string | undefined, options: UploadOptions) =>
    new Promise<Received>((resolve, reject) => {
      const request = wiring.createRequest?.() ?? new XMLHttpRequest()
      const cancel = () => request.abort()
      const fail = (kind: FailureKind) => () => reject(new HttpError({ kind }))
      request.open("POST", url)
      for (const [name, value] of Object.entries(headersFor({}, token, false))) request.setRequestHeader(name, value)
      request.upload.onprogress = event => {
        if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
      }
      request.onload = () => {
        wiring.onReachability?.(true)
        resolve({ status: request.status, header: name => request.getResponseHeader(name), body: request.responseText })
      }
      request.onerror = () => {
        wiring.onReachability?.(false)
        fail("network")()
      }
      request.ontimeout = fail("timeout")
      request.onabort = fail("aborted")
      request.onloadend = () => options.signal?.removeEventListener("abort", cancel)
      options.signal?.addEventListener("abort", cancel, { once: true })
      if (options.signal?.aborted) return fail("aborted")()
      request.send(form)
    })

  return {
    get: (path, options) => call("GET", path, undefined, options),
    post: (path, body, options) => call("POST", path, body, options),
    put: (path, body, options) => call("PUT", path, body, options),
    delete: (path, options) => call("DELETE", path, undefined, options),
    upload: async (path, file, orderNo, options = {}) => {
      const form = new FormData()
      form.set("file", file)
      form.set("orderNo", String(orderNo))
      const received = await withSession({}, token => send(wiring.baseUrl() + path, form, token, options))
      const answer = read(received, options)
      const url = urlIn(answer.value, received.body.trim() ? JSON.parse(received.body) : undefined)
      if (url === undefined) throw new HttpError({ kind: "format", status: answer.status, requestId: answer.requestId })
      return url
    },
  }
}
