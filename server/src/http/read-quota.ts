import type { Context, MiddlewareHandler } from "hono"
import { refuse } from "../errors/problem"
import type { Env } from "./context"

type Quota = { free: number; waiting: { cost: number; start: () => void }[] }

/** Gives each key `units`; `acquire` resolves when the units of a call are free, in the order of the calls. */
const createQuotas = (units: number) => {
  const quotas = new Map<string, Quota>()
  const startWaiting = (quota: Quota) => {
    for (let next = quota.waiting[0]; next && next.cost <= quota.free; next = quota.waiting[0]) {
      quota.waiting.shift()
      quota.free -= next.cost
      next.start()
    }
  }
  /**
   * @param cost at most `units`. @returns the function that releases the units
   * @throws Refusal 429 when `maxWaiting` calls of the key wait already
   */
  const acquire = async (key: string, cost: number, maxWaiting: number): Promise<() => void> => {
    const quota = quotas.get(key) ?? { free: units, waiting: [] }
    if (quota.waiting.length >= maxWaiting) refuse({ kind: "tooMany", seconds: 1 })
    quotas.set(key, quota)
    await new Promise<void>(start => {
      quota.waiting.push({ cost, start })
      startWaiting(quota)
    })
    return () => {
      quota.free += cost
      startWaiting(quota)
      if (quota.free === units) quotas.delete(key)
    }
  }
  return { acquire }
}

/** Units of one account, or of one address without a session. */
const unitsPerAccount = 32
/** Reads of one account that wait, and of one address without a session, behind which there may be many people. */
const maxWaitingOfAccount = 8
const maxWaitingOfAddress = 150
/** Units of a list that is sorted or searched: the database reads more than its page. */
const sortedListCost = 16

/** How long the units of a read are kept after its end, in its own durations: an account has a third of the time. */
const pauseFactor = 2

/** Units of a read. */
export const costOf = (c: Context<Env>) => (c.req.query("sortBy") || c.req.query("keyword") ? sortedListCost : 1)

/**
 * Limits the reads of one account that run at the same time, by cost; further ones wait. An account that asks for many lists
 * at once delays its own calls and few of the others': its reads wait before they take a place among the calls that run, eight
 * at most (docs/operations.md#load-limits).
 * @param accountOf the account of the call's verified token
 */
export const readQuota = (accountOf: (c: Context<Env>) => Promise<string | undefined>): MiddlewareHandler<Env> => {
  const { acquire } = createQuotas(unitsPerAccount)
  return async (c, next) => {
    if (c.req.method !== "GET") return next()
    const account = await accountOf(c)
    const release = account
      ? await acquire(`account ${account}`, costOf(c), maxWaitingOfAccount)
      : await acquire(`address ${c.get("address")}`, costOf(c), maxWaitingOfAddress)
    const start = performance.now()
    try {
      await next()
    } finally {
      // The embedded database works in this thread: the pause lets the calls of others come in between.
      setTimeout(release, pauseFactor * (performance.now() - start)).unref()
    }
  }
}
