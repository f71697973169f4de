import { canonicalJson, type Json } from "../../../core/hashing/canonical-json"
import { utf8 } from "../../../core/hashing/hashing"
import { KeyedError } from "../../../core/http/errors"
import { buildUrl, HttpError } from "../../../core/http/http"
import { parseResponse } from "../../../core/http/response"
import { config } from "../../../state/config"
import { i18n } from "../../../state/instances"

/** Where a proof of a draw comes from: the API, or a file on the person's device (docs/console.md#public-verifier). */

/** Largest file, bytes; a proof of 100,000 entries has 8 MB. */
const maxFileSize = 64 * 1024 * 1024

/** The page of a company's register. */
export const registerRoot = "/go/draw/register/"

const start = '{"digest":"'
const end = '"version":1}'

/** Part of an answer at its beginning and end in which the proof is looked for, bytes. */
const margin = 1024

const latin1 = new TextDecoder("latin1")

/**
 * Returns the proof within an answer of the API, byte for byte, so that its form is checked as the server wrote it and 100,000
 * entries are not parsed at once. Neither the start nor the end can occur within a JSON text, where quotation marks are escaped.
 * @returns undefined where the server writes JSON in another form
 */
const proofIn = (body: Uint8Array): Uint8Array | undefined => {
  const from = latin1.decode(body.subarray(0, margin)).indexOf(start)
  const tailAt = Math.max(0, body.length - margin)
  const to = tailAt + latin1.decode(body.subarray(tailAt)).lastIndexOf(end)
  return from < 0 || to < Math.max(from, tailAt) ? undefined : body.subarray(from, to + end.length)
}

/** Whether a file is a register. The mark cannot occur within a JSON text, where quotation marks are escaped. */
export const isRegister = (file: Uint8Array): boolean => /"format":\s*"draw-register"/.test(latin1.decode(file))

/**
 * Reads the proof of a draw, or a company's register, without a session (docs/contract.md#draw-calls).
 * @param path of the page
 * @throws HttpError; status 404 where the draw does not exist or is not locked yet
 */
export const readProof = async (path: string, signal: AbortSignal): Promise<Uint8Array> => {
  const id = path.split("/").at(-1)
  const url = buildUrl(config.apiBaseUrl, path.startsWith(registerRoot) ? `/draw/register/${id}` : `/draw/${id}/audit`)
  const headers = { Accept: "application/json", "Accept-Language": i18n.language() }
  const call = async () => {
    const response = await fetch(url, { headers, signal, cache: "no-store" })
    return { response, body: new Uint8Array(await response.arrayBuffer()) }
  }
  const { response, body } = await call().catch((cause: unknown) => {
    throw new HttpError({ kind: signal.aborted ? "aborted" : "network", cause })
  })
  const proof = response.ok ? proofIn(body) : undefined
  if (proof) return proof
  const received = {
    status: response.status,
    header: (name: string) => response.headers.get(name),
    body: new TextDecoder().decode(body),
  }
  return utf8(canonicalJson(parseResponse(received, { anonymous: true }).value as Json))
}

/** @throws KeyedError when the file is too large */
export const readFile = async (file: File): Promise<Uint8Array> => {
  if (file.size > maxFileSize) throw new KeyedError("proof.fileTooLarge")
  return new Uint8Array(await file.arrayBuffer())
}
