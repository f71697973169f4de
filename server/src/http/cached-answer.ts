import { gzipSync } from "node:zlib"
import type { Context } from "hono"
import { singleFlight } from "../../../src/core/concurrency/single-flight"
import { accepts } from "./compress"
import type { Env } from "./context"

/** The handler of a JSON answer that is the same for every caller: it is made and compressed once. @param make called at the first call */
export const cachedJson = (make: () => object) => {
  let made: { text: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer> } | undefined
  const build = () => {
    const text = new Uint8Array(Buffer.from(JSON.stringify(make())))
    return { text, gzip: new Uint8Array(gzipSync(text)) }
  }
  return (c: Context<Env>) => {
    made ??= build()
    const headers = { "Content-Type": "application/json", Vary: "Accept-Encoding" }
    if (!accepts(c.req.header("Accept-Encoding"), "gzip")) return c.body(made.text, 200, headers)
    return c.body(made.gzip, 200, { ...headers, "Content-Encoding": "gzip" })
  }
}

/**
 * Returns a check whose result is cached; callers during a check join it.
 * @param ttlMs how long a result is cached, ms
 */
export const cachedCheck = (check: () => Promise<boolean>, ttlMs: number, clock: () => number) => {
  let last: { at: number; result: boolean } | undefined
  const run = singleFlight(async () => {
    const result = await check()
    last = { at: clock(), result }
    return result
  })
  return async (): Promise<boolean> => (last && Math.abs(clock() - last.at) < ttlMs ? last.result : run())
}
