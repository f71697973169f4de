import type { Context, MiddlewareHandler } from "hono"
import type { Env } from "./context"

/**
 * Shares of reading, by cost: an account that asks for many lists at once waits for its own calls, and others wait for few
 * of them (docs/operations.md#load-limits).
 */
type Share = { free: number; waiting: { cost: number; enter: () => void }[] }

/** Each key has so many units. `enter` resolves when the units are free, in the order of the calls. */
const createShares = (units: number) => {
  const shares = new Map<string, Share>()
  const admit = (share: Share) => {
    for (let next = share.waiting[0]; next && next.cost <= share.free; next = share.waiting[0]) {
      share.waiting.shift()
      share.free -= next.cost
      next.enter()
    }
  }
  /** @param cost at most `units`. @returns what gives the units back */
  const enter = async (key: string, cost: number): Promise<() => void> => {
    const share = shares.get(key) ?? { free: units, waiting: [] }
    shares.set(key, share)
    await new Promise<void>(resolve => {
      share.waiting.push({ cost, enter: resolve })
      admit(share)
    })
    return () => {
      share.free += cost
      admit(share)
      if (share.free === units) shares.delete(key)
    }
  }
  return { enter }
}

/** Units of one account, or of one address without a session. */
const unitsPerAccount = 32
/** Units of a list that is sorted or searched: the database reads more than its page. */
const sortedListCost = 4

const costOf = (c: Context<Env>) => (c.req.query("sortBy") || c.req.query("keyword") ? sortedListCost : 1)

/** Lets the reads of one account run a few at once. @param accountOf the account of the call's verified token */
export const fairReads = (accountOf: (c: Context<Env>) => Promise<string | undefined>): MiddlewareHandler<Env> => {
  const { enter } = createShares(unitsPerAccount)
  return async (c, next) => {
    if (c.req.method !== "GET") return next()
    const account = await accountOf(c)
    const leave = await enter(account ? `account ${account}` : `address ${c.get("address")}`, costOf(c))
    try {
      await next()
    } finally {
      leave()
    }
  }
}
