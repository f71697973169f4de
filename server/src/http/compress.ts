import { gzipSync } from "node:zlib"
import type { MiddlewareHandler } from "hono"

export type Encoding = "br" | "gzip"

/** Whether an Accept-Encoding header names an encoding without `q=0`. */
export const accepts = (header: string | undefined, encoding: Encoding) =>
  (header ?? "").split(",").some(part => {
    const [name = "", ...params] = part.split(";").map(text => text.trim().toLowerCase())
    return name === encoding && !params.some(param => /^q=0(\.0*)?$/.test(param))
  })

/** Smaller answers are not compressed, because they fit one packet, bytes. */
const threshold = 1024

/** Compresses JSON answers with gzip, in one piece: for answers of this size a stream costs more than the compression. */
export const compress: MiddlewareHandler = async (c, next) => {
  await next()
  const { res } = c
  if (!res.headers.get("Content-Type")?.startsWith("application/json") || res.headers.has("Content-Encoding")) return
  res.headers.append("Vary", "Accept-Encoding")
  if (c.req.method === "HEAD" || !accepts(c.req.header("Accept-Encoding"), "gzip")) return
  const body = await res.arrayBuffer()
  const isSmall = body.byteLength < threshold
  const headers = Object.fromEntries(res.headers)
  delete headers["content-length"]
  if (!isSmall) headers["content-encoding"] = "gzip"
  c.res = undefined
  c.res = new Response(isSmall ? body : gzipSync(body, { level: 1 }), { status: res.status, headers })
}
