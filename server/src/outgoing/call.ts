import { type IncomingHttpHeaders, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import type { LookupFunction } from "node:net"

/** Calls from this server to other services: the AI service, the bucket of pictures (docs/operations.md#ai-service), and webhooks. */

type OutgoingRequest = {
  method: string
  headers: Record<string, string>
  body?: Uint8Array | string
  /** The address to connect to, instead of those that the name of the URL has. */
  target?: { address: string; family: 4 | 6 }
}
export type OutgoingLimits = {
  /** For the whole call, to the last byte of the answer, ms. */
  timeoutMs: number
  /** Largest answer, bytes. */
  maxAnswer: number
  /** Whether a larger answer is cut off there. */
  cutsAnswer?: boolean
  /** Ends the call early. */
  stop?: AbortSignal
}
export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Uint8Array<ArrayBuffer> }

/** The call took too long, its answer was too large, or it was stopped. */
export class CallEnded extends Error {
  override readonly name = "CallEnded"
  readonly reason: "timeout" | "tooLarge" | "stopped"
  constructor(reason: CallEnded["reason"], message: string) {
    super(message)
    this.reason = reason
  }
}

/** A kept connection that the other side has closed meanwhile: the call has not reached it. */
const isStale = (error: NodeJS.ErrnoException, isReused: boolean) => isReused && error.code === "ECONNRESET"

const callOnce = (url: URL, given: OutgoingRequest, { maxAnswer, cutsAnswer }: OutgoingLimits, stop: AbortSignal) =>
  new Promise<Answer>((resolve, reject) => {
    const { method, headers, body, target } = given
    const send = url.protocol === "https:" ? requestHttps : requestHttp
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }
    const lookup: LookupFunction = (_, { all }, done) =>
      all ? done(null, target ? [target] : []) : done(null, target?.address ?? "", target?.family)
    const request = send(url, { method, headers: { ...headers, ...length }, ...(target && { lookup }) })
    let isAnswered = false
    const end = () => request.destroy(stop.reason)
    stop.addEventListener("abort", end)
    if (stop.aborted) end()
    request.once("close", () => stop.removeEventListener("abort", end))
    request.once("error", error => reject(Object.assign(error, { isStale: !isAnswered && isStale(error, request.reusedSocket) })))
    request.once("response", response => {
      isAnswered = true
      const chunks: Buffer[] = []
      let size = 0
      const answer = () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: new Uint8Array(Buffer.concat(chunks)) })
      response.on("data", (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= maxAnswer) return
        if (cutsAnswer) answer()
        request.destroy(new CallEnded("tooLarge", "The answer was too large."))
      })
      response.once("error", reject)
      response.once("end", answer)
    })
    request.end(body)
  })

/**
 * Calls a service. The connection is destroyed at the end of the time, whatever the service sends: an abort signal of
 * `fetch` is lost when the garbage collector takes the request that follows it. Redirects are not followed.
 * @throws CallEnded, or the error of the connection
 */
export const callService = async (address: string, request: OutgoingRequest, limits: OutgoingLimits): Promise<Answer> => {
  const url = new URL(address)
  const end = new AbortController()
  const timer = setTimeout(
    () => end.abort(new CallEnded("timeout", `It took more than ${limits.timeoutMs} ms.`)),
    limits.timeoutMs,
  )
  const onStop = () => end.abort(new CallEnded("stopped", "The caller has gone."))
  limits.stop?.addEventListener("abort", onStop)
  if (limits.stop?.aborted) onStop()
  try {
    return await callOnce(url, request, limits, end.signal).catch(error =>
      error.isStale ? callOnce(url, request, limits, end.signal) : Promise.reject(error),
    )
  } finally {
    clearTimeout(timer)
    limits.stop?.removeEventListener("abort", onStop)
  }
}
