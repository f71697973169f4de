/**
 * The HTTP client (docs/contract.md#request-headers, docs/contract.md#time-outs-and-retries). Failures are thrown as
 * {@link HttpError}; the client shows no messages and does not navigate.
 */

import type { Answer } from "./answer"
import { HttpError } from "./http-error"
import { parseResponse, type RawResponse, type SuccessRule } from "./response"

export type { Answer, FieldMessage } from "./answer"
export { type FailureKind, HttpError } from "./http-error"

export type Query = Record<string, string | number | boolean | null | undefined>

export type RequestOptions = {
  query?: Query
  signal?: AbortSignal
  /** 30,000 by default, 0 for none. */
  timeoutMs?: number
  /** Sent as `If-Match`. */
  version?: string
  idempotencyKey?: string
  /** Sends no token and does not refresh tokens on a 401. */
  anonymous?: boolean
  /** Token to send instead of the session's, without a refresh on a 401. */
  bearer?: string
  /** Whether a GET that fails on the network is repeated twice; true by default. */
  retry?: boolean
  success?: SuccessRule
  /** Whether the call continues after the page is closed. */
  keepalive?: boolean
  /** Reads the body instead of `Response.text()`, for example only a part of it. */
  readBody?: (response: Response) => Promise<string>
}

/** The calls of a client. */
export type Http = {
  get: (path: string, options?: RequestOptions) => Promise<Answer>
  post: (path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>
  put: (path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>
  /** `body`: what the server needs to know of the deletion, such as its reason. */
  delete: (path: string, options?: RequestOptions & { body?: unknown }) => Promise<Answer>
  /** Makes a POST of the session by another way than `fetch`. */
  postBy: (path: string, exchange: Exchange) => Promise<RawResponse>
}

export type HttpConfig = {
  /** Address of the API, without a trailing slash. */
  baseUrl: () => string
  /** Whether extension headers are sent (docs/contract.md#extension-headers). */
  extensions: () => boolean
  language: () => string
  /** The session's access token. */
  token: () => string | undefined
  /** Awaited before each call of the session; what it throws is thrown by the call. */
  beforeRequest?: (method: string) => Promise<void>
  /** Renews the tokens after a 401, once for all calls that receive one meanwhile. @returns false when the server refuses; @throws HttpError when it cannot be reached */
  refreshTokens: () => Promise<boolean>
  /** Called on a 401 with renewed tokens. @returns true when the person has signed in again and the call is to be repeated */
  onSessionExpired: () => Promise<boolean>
  /** Called after each exchange with whether the API answered, and the status of its answer. */
  onReachability?: (isReachable: boolean, status?: number) => void
  fetch?: () => typeof fetch
  /** Returns, once, the response of a GET that boot.ts has already sent. */
  takePrefetched?: (url: string) => Promise<Response> | undefined
  delay?: (ms: number) => Promise<void>
  createRequest?: () => XMLHttpRequest
}

/** Makes one request. @param headers its headers; @param config what to tell the client */
export type Exchange = (
  url: string,
  headers: Record<string, string>,
  config: Pick<HttpConfig, "createRequest" | "onReachability">,
) => Promise<RawResponse>

const defaultTimeoutMs = 30_000
const retryDelaysMs = [300, 1200]

/** Returns the URL of a call. Parameters keep the order of `query`; those without a value are left out. */
export const buildUrl = (base: string, path: string, query: Query = {}) => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  )
  return base + path + (pairs.length ? `?${pairs.join("&")}` : "")
}

/** Rejects as soon as the signal is aborted, although the promise itself cannot be cancelled. */
const abortable = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener("abort", onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })

/** Creates a client. */
export const createHttp = (config: HttpConfig): Http => {
  const delay = config.delay ?? ((ms: number) => new Promise<void>(done => setTimeout(done, ms)))
  const headersFor = (options: RequestOptions, token: string | undefined, hasJson: boolean) => {
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": config.language() }
    if (hasJson) headers["Content-Type"] = "application/json"
    if (token) headers.Authorization = `Bearer ${token}`
    if (config.extensions()) {
      if (options.version !== undefined) headers["If-Match"] = options.version
      if (options.idempotencyKey !== undefined) headers["Idempotency-Key"] = options.idempotencyKey
    }
    return headers
  }

  const sendRequest = async (
    method: string,
    url: string,
    body: unknown,
    options: RequestOptions,
    token: string | undefined,
  ): Promise<RawResponse> => {
    const { timeoutMs = defaultTimeoutMs } = options
    const timeout = timeoutMs ? AbortSignal.timeout(timeoutMs) : undefined
    const signal = AbortSignal.any([timeout, options.signal].filter(signal => signal !== undefined))
    try {
      signal.throwIfAborted()
      const prefetched = method === "GET" ? config.takePrefetched?.(url) : undefined
      const call = config.fetch?.() ?? fetch
      const response = await abortable(
        signal,
        prefetched ??
          call(url, {
            method,
            headers: headersFor(options, token, body !== undefined),
            signal,
            cache: "no-store",
            ...(options.keepalive && { keepalive: true }),
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
      )
      const text = await abortable(signal, options.readBody?.(response) ?? response.text())
      config.onReachability?.(true, response.status)
      return { status: response.status, header: name => response.headers.get(name), body: text }
    } catch (cause) {
      const kind = !signal.aborted ? "network" : signal.reason === timeout?.reason ? "timeout" : "aborted"
      if (kind !== "aborted") config.onReachability?.(false)
      throw new HttpError({ kind, cause })
    }
  }

  /** Repeats a GET that fails on the network, or that the server asks to repeat in a second. Calls that write are never repeated. */
  const sendWithRetries = async (
    method: string,
    url: string,
    body: unknown,
    options: RequestOptions,
    token: string | undefined,
  ) => {
    for (let attempt = 0; ; attempt++) {
      const delayMs = method === "GET" && options.retry !== false ? retryDelaysMs[attempt] : undefined
      try {
        const answer = await sendRequest(method, url, body, options, token)
        const isBusy = answer.status === 429 && answer.header("Retry-After") === "1"
        if (!isBusy || delayMs === undefined) return answer
      } catch (error) {
        const isRetryable = error instanceof HttpError && error.kind === "network"
        if (!isRetryable || delayMs === undefined) throw error
      }
      await delay(delayMs)
    }
  }

  /** Sends with the session's token. A 401 renews the tokens and repeats the call once (docs/contract.md#refresh). */
  const withSession = async <T extends { status: number }>(
    method: string,
    { anonymous, bearer }: Pick<RequestOptions, "anonymous" | "bearer">,
    send: (token: string | undefined) => Promise<T>,
  ): Promise<T> => {
    if (anonymous || bearer) return send(bearer)
    await config.beforeRequest?.(method)
    const token = config.token()
    const first = await send(token)
    if (first.status !== 401 || !token) return first
    // Another call may have renewed the tokens in the meantime.
    const isRenewed = config.token() !== token || (await config.refreshTokens())
    if (!isRenewed || !config.token()) return first
    const renewed = config.token()
    const second = await send(renewed)
    // The session that has begun meanwhile is not the one that expired.
    if (second.status !== 401 || config.token() !== renewed) return second
    return (await config.onSessionExpired()) ? send(config.token()) : second
  }

  const call = async (method: string, path: string, body: unknown, options: RequestOptions = {}) => {
    const url = buildUrl(config.baseUrl(), path, options.query)
    return parseResponse(await withSession(method, options, token => sendWithRetries(method, url, body, options, token)), options)
  }

  return {
    get: (path, options) => call("GET", path, undefined, options),
    post: (path, body, options) => call("POST", path, body, options),
    put: (path, body, options) => call("PUT", path, body, options),
    delete: (path, options) => call("DELETE", path, options?.body, options),
    postBy: (path, exchange) =>
      withSession("POST", {}, token => exchange(config.baseUrl() + path, headersFor({}, token, false), config)),
  }
}
