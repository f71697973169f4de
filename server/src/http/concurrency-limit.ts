import type { Context, MiddlewareHandler } from "hono"
import { DeadlineExceeded } from "../errors/deadline"
import { type Problem, refuse } from "../errors/problem"
import type { BodyReceiver } from "./body-receiver"
import type { Env } from "./context"
import { problemAnswer } from "./envelope"

/** Limits the calls handled at the same time to `max`, and to `maxOf` a key (an address, an account, a company). */
export const createConcurrencyLimit = (max: number, maxOf: (key: string) => number = () => max) => {
  let running = 0
  const runningByKey = new Map<string, number>()
  /** @returns the function that releases the slot; undefined when a limit is reached */
  const acquire = (...keys: string[]): (() => void) | undefined => {
    const countOf = (key: string) => runningByKey.get(key) ?? 0
    if (running >= max || keys.some(key => countOf(key) >= maxOf(key))) return undefined
    running++
    for (const key of keys) runningByKey.set(key, countOf(key) + 1)
    return () => {
      running--
      for (const key of keys)
        if (countOf(key) > 1) runningByKey.set(key, countOf(key) - 1)
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
export const concurrencyLimit = (
  limit: ConcurrencyLimit,
  bodies: BodyReceiver,
  accountOf: (c: Context<Env>) => Promise<string | undefined>,
): MiddlewareHandler<Env> => {
  const busy: Problem = { kind: "unavailable", key: "api.busy" }
  return async (c, next) => {
    const address = c.get("address")
    const account = await accountOf(c)
    const acquire = () => limit.acquire(address, ...(account ? [`account ${account}`] : []))
    let release = acquire()
    if (!release) return problemAnswer(c, busy)
    c.set("receive", async (timeoutMs, read) => {
      release?.()
      release = undefined
      const body = await bodies
        .receive(address, timeoutMs, read)
        .catch(error => (error instanceof DeadlineExceeded ? refuse({ kind: "slow" }) : Promise.reject(error)))
      release = acquire() ?? refuse(busy)
      return body
    })
    try {
      await next()
    } finally {
      release?.()
    }
  }
}
