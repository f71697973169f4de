import { gzipSync } from "node:zlib"
import type { MiddlewareHandler } from "hono"

/** Below this an answer fits a packet anyway, bytes. */
const threshold = 1024

/** Lists are sent compressed, whole: answers are small, and a stream for each would cost more than the compressing. */
export const compress: MiddlewareHandler = async (c, next) => {
  await next()
  const { res } = c
  if (!res.headers.get("Content-Type")?.startsWith("application/json") || res.headers.has("Content-Encoding")) return
  res.headers.append("Vary", "Accept-Encoding")
  if (c.req.method === "HEAD" || !/\bgzip\b(?!;\s*q=0(\.0+)?\s*(,|$))/.test(c.req.header("Accept-Encoding") ?? "")) return
  const body = await res.arrayBuffer()
  const isSmall = body.byteLength < threshold
  const headers = Object.fromEntries(res.headers)
  delete headers["content-length"]
  if (!isSmall) headers["content-encoding"] = "gzip"
  c.res = undefined
  c.res = new Response(isSmall ? body : gzipSync(body, { level: 1 }), { status: res.status, headers })
}
