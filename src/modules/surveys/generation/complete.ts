import { HttpError } from "../../../core/http/http-error"
import { parseResponse } from "../../../core/http/response"
import { isRecord } from "../../../core/is-record"
import { firstJson } from "../../../core/text/first-json"
import { readLimitedText } from "../../../core/text/limited-text"
import { config } from "../../../state/config"
import { maxAnswerBytes, postCompletion } from "../../ai/api"

/** Chat completions of the configured AI service (docs/contract.md#ai-call): the only place that talks to it. */

export type ChatMessage = { role: "system" | "user"; content: string }

/** Why there is no content: `refused` for 401 and 403, `busy` for 429, `failed` for any other status, `unreadable` without JSON. */
export type FailureReason =
  | "notConfigured"
  | "unreachable"
  | "timeout"
  | "refused"
  | "busy"
  | "failed"
  | "unreadable"
  | "cancelled"

/** `retryAfter`: seconds to wait, if a busy service names them. */
export type Failure = { reason: FailureReason; retryAfter?: number }

type Completion = { json: unknown } | { failure: Failure }

/** For the whole call, to the last byte of the answer, ms. */
const timeoutMs = 30_000

/** Returns the path below `apiBaseUrl` when the service lies there, so that the session's bearer is sent; else undefined. */
const pathUnderApi = (url: string): string | undefined => {
  const page = globalThis.location?.href
  const api = new URL(`${config.apiBaseUrl}/`, page)
  const service = new URL(url, page)
  if (service.origin !== api.origin || !service.pathname.startsWith(api.pathname)) return undefined
  return `/${service.pathname.slice(api.pathname.length)}${service.search}`
}

/** Calls a service of another host. @throws HttpError */
const callDirectly = async (url: string, body: object, signal: AbortSignal): Promise<unknown> => {
  const key = config.environment === "development" ? config.ai?.key : undefined
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...(key && { Authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      signal,
      cache: "no-store",
      credentials: "omit",
    })
    const text = await readLimitedText(response, maxAnswerBytes)
    return parseResponse({ status: response.status, header: name => response.headers.get(name), body: text }).value
  } catch (cause) {
    throw cause instanceof HttpError ? cause : new HttpError({ kind: "network", cause })
  }
}

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof HttpError)) return { reason: "failed" }
  const { kind, status, retryAfter } = error
  if (kind === "network") return { reason: "unreachable" }
  if (kind === "timeout") return { reason: "timeout" }
  if (kind === "format") return { reason: "unreadable" }
  if (status === 401 || status === 403) return { reason: "refused" }
  if (status !== 429) return { reason: "failed" }
  return { reason: "busy", ...(retryAfter !== undefined && { retryAfter }) }
}

/** The content of the first choice: a text, a list of parts, or an object that the service has parsed already. */
const contentOf = (answer: unknown): unknown => {
  const choice = isRecord(answer) && Array.isArray(answer.choices) ? answer.choices[0] : undefined
  const message = isRecord(choice) ? choice.message : undefined
  const content = isRecord(message) ? message.content : undefined
  if (!Array.isArray(content)) return content
  return content
    .map(part => (isRecord(part) ? part.text : part))
    .filter(part => typeof part === "string")
    .join("")
}

const jsonOf = (content: unknown) => (typeof content === "string" ? firstJson(content) : isRecord(content) ? content : undefined)

/**
 * Asks the service for JSON. Nothing is thrown: every failure is named, also one of 30 s.
 * @param signal cancels the call
 */
export const complete = async (messages: readonly ChatMessage[], signal: AbortSignal): Promise<Completion> => {
  const { ai } = config
  if (!ai) return { failure: { reason: "notConfigured" } }
  if (signal.aborted) return { failure: { reason: "cancelled" } }
  const call = new AbortController()
  const ended = new Promise<Completion>(resolve => {
    call.signal.addEventListener("abort", () => resolve({ failure: { reason: call.signal.reason } }))
  })
  const timer = setTimeout(() => call.abort("timeout" satisfies FailureReason), timeoutMs)
  const cancel = () => call.abort("cancelled" satisfies FailureReason)
  signal.addEventListener("abort", cancel)
  const body = { model: ai.model, temperature: 0.7, messages, response_format: { type: "json_object" } }
  const run = async (): Promise<Completion> => {
    try {
      const path = pathUnderApi(ai.url)
      const answer = await (path === undefined
        ? callDirectly(ai.url, body, call.signal)
        : postCompletion(path, body, call.signal))
      const json = jsonOf(contentOf(answer))
      return json === undefined ? { failure: { reason: "unreadable" } } : { json }
    } catch (error) {
      return { failure: failureOf(error) }
    }
  }
  try {
    return await Promise.race([ended, run()])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", cancel)
  }
}
