/** Reads what came over the wire into an answer or a failure. */

import type { Answer } from "./answer"
import { parseEnvelope } from "./envelope"
import { HttpError } from "./http-error"

/**
 * Additional condition of success: envelope status 0, or any 2xx (docs/contract.md#payment-provider-calls); envelope status 0
 * or 1 (docs/contract.md#statuses).
 */
export type SuccessRule = "statusZero" | "statusZeroOrOne" | "any"

/** Longer bodies are not parsed, characters. */
const maxBodyLength = 20_000_000

/** Parses `Retry-After`, which is a number of seconds or a date. */
const retryAfterSeconds = (header: string | null) => {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

export type RawResponse = { status: number; header: (name: string) => string | null; body: string }

/** Reads a response. @throws HttpError when it is not a success, or not JSON */
export const parseResponse = (
  { status, header, body }: RawResponse,
  { success, anonymous }: { success?: SuccessRule; anonymous?: boolean } = {},
): Answer => {
  const ok = status >= 200 && status < 300
  const requestId = header("X-Request-Id") ?? undefined
  const etag = header("ETag") ?? undefined
  let parsed: unknown
  if (status !== 204 && body.trim()) {
    try {
      if (body.length > maxBodyLength) throw new Error("The answer is too long.")
      parsed = JSON.parse(body)
    } catch (cause) {
      if (ok && success === "any") return { value: undefined, status }
      throw new HttpError({
        kind: ok ? "format" : "http",
        status,
        requestId,
        isAnonymous: anonymous,
        cause,
        retryAfter: retryAfterSeconds(header("Retry-After")),
      })
    }
  }
  const envelope = parseEnvelope(parsed, ok)
  const isZero = envelope.status === 0 || (success === "statusZeroOrOne" && envelope.status === 1)
  const isAccepted = ok && (success === "any" || (success !== undefined && isZero))
  if (!envelope.isSuccess && !isAccepted)
    throw new HttpError({
      kind: ok ? "envelope" : "http",
      status,
      message: envelope.errors[0] ?? (ok ? undefined : envelope.message),
      fields: envelope.fields,
      value: envelope.value,
      requestId,
      isAnonymous: anonymous,
      retryAfter: retryAfterSeconds(header("Retry-After")),
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
