import { gzipSync } from "node:zlib"
import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { Env } from "./context"

export type Encoding = "br" | "gzip"

/** Whether an Accept-Encoding header names an encoding without `q=0`. */
export const accepts = (header: string | undefined, encoding: Encoding) =>
  (header ?? "").split(",").some(part => {
    const [name = "", ...params] = part.split(";").map(text => text.trim().toLowerCase())
    return name === encoding && !params.some(param => /^q=0(\.0*)?$/.test(param))
  })

/** Smaller answers are not compressed, because they fit one packet, bytes. */
const threshold = 1024

/** Paths whose answers contain tokens: these are not compressed. */
const secret = /\/(Auth|auth)\//

/**
 * Answers with JSON, compressed with gzip in one piece: for answers of this size a stream, or the thread pool, costs more
 * than the compression.
 */
export const jsonAnswer = (
  c: Context<Env>,
  text: string,
  status: ContentfulStatusCode = 200,
  type = "application/json",
): Response => {
  if (secret.test(c.req.path)) return c.body(text, status, { "Content-Type": "application/json" })
  const headers = { "Content-Type": type, Vary: "Accept-Encoding" }
  // A text has at least as many bytes as characters.
  const isSmall = text.length < threshold && Buffer.byteLength(text) < threshold
  if (isSmall || c.req.method === "HEAD" || !accepts(c.req.header("Accept-Encoding"), "gzip"))
    return c.body(text, status, headers)
  const gzip = new Uint8Array(gzipSync(text, { level: 1 }))
  return c.body(gzip, status, { ...headers, "Content-Encoding": "gzip" })
}
