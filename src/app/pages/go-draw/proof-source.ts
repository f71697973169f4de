import { canonicalJson, type Json } from "../../../core/canonical-json"
import { HttpError } from "../../../core/http-error"
import { buildUrl } from "../../../core/http"
import { parseResponse } from "../../../core/response"
import { config } from "../../../state/config"
import { i18n } from "../../../state/instances"

/** Where a proof of a draw comes from: the API, or a file on the person's device (docs/console.md#public-verifier). */

/** Largest file, bytes; a proof of 100,000 entries has 8 MB. */
export const maxFileSize = 64 * 1024 * 1024

/** First and last characters of a proof file. Neither can stand within a JSON text, where quotation marks are escaped. */
const start = '{"digest":"'
const end = '"version":1}'

/**
 * Returns the proof within an answer of the API, byte for byte, so that its own form is checked as well. A text without one is
 * returned as it is.
 */
export const proofIn = (text: string): string => {
  const from = text.indexOf(start)
  const to = text.lastIndexOf(end)
  return from < 0 || to < from ? text : text.slice(from, to + end.length)
}

/**
 * Reads the proof of a draw without a session (docs/contract.md#draw-calls).
 * @throws HttpError; status 404 where the draw does not exist or is not locked yet
 */
export const readProof = async (drawId: string, signal: AbortSignal): Promise<string> => {
  const url = buildUrl(config.apiBaseUrl, `/draw/${encodeURIComponent(drawId)}/audit`)
  const headers = { Accept: "application/json", "Accept-Language": i18n.language() }
  const answer = async () => {
    const response = await fetch(url, { headers, signal, cache: "no-store" })
    return { status: response.status, header: (name: string) => response.headers.get(name), body: await response.text() }
  }
  const received = await answer().catch((cause: unknown) => {
    throw new HttpError({ kind: signal.aborted ? "aborted" : "network", cause })
  })
  const proof = proofIn(received.body)
  if (received.status === 200 && proof !== received.body) return proof
  return canonicalJson(parseResponse(received, { anonymous: true }).value as Json)
}
