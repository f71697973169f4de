import type { MiddlewareHandler } from "hono"
import { DeadlineExceeded } from "../errors/deadline"
import { type Problem, refuse } from "../errors/problem"
import type { BodyReceiver } from "./body-receiver"
import type { Env } from "./context"
import { problemAnswer } from "./envelope"

/** Limits the calls handled at the same time to `max`, and to `maxPerKey` of one key (an address, a company). */
export const createConcurrencyLimit = (max: number, maxPerKey = max) => {
  let running = 0
  const runningByKey = new Map<string, number>()
  /** @returns the function that releases the slot; undefined when the limit is reached */
  const acquire = (key: string): (() => void) | undefined => {
    const own = runningByKey.get(key) ?? 0
    if (running >= max || own >= maxPerKey) return undefined
    running++
    runningByKey.set(key, own + 1)
    return () => {
      running--
      const left = (runningByKey.get(key) ?? 1) - 1
      if (left) runningByKey.set(key, left)
      else runningByKey.delete(key)
    }
  }
  return { acquire }
}

type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

/**
 * Answers 503 while too many calls are being handled, so that those already accepted finish. A call releases its slot while
 * its body is being received, and is answered with 408 when the body takes too long.
 */
export const concurrencyLimit = (limit: ConcurrencyLimit, bodies: BodyReceiver): MiddlewareHandler<Env> => {
  const busy: Problem = { kind: "unavailable", key: "api.busy" }
  return async (c, next) => {
    const address = c.get("address")
    let release = limit.acquire(address)
    if (!release) return problemAnswer(c, busy)
    c.set("receive", async (timeoutMs, read) => {
      release?.()
      release = undefined
      const body = await bodies
        .receive(address, timeoutMs, read)
        .catch(error => (error instanceof DeadlineExceeded ? refuse({ kind: "slow" }) : Promise.reject(error)))
      release = limit.acquire(address) ?? refuse(busy)
      return body
    })
    try {
      await next()
    } finally {
      release?.()
    }
  }
}
