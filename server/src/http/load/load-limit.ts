import { setTimeout } from "node:timers/promises"
import type { Context, MiddlewareHandler } from "hono"
import { DeadlineExceeded } from "../../errors/deadline"
import { type Problem, refuse } from "../../errors/problem"
import type { Deps, Env } from "../context"
import { widerNetworksOf } from "../request"
import { createBodies } from "./bodies"
import { lanes, maxBodies, maxCalls, maxWaiting } from "./figures"
import { createOutside } from "./outside"
import { createSlots } from "./slots"
import { createTurns } from "./turns"

/** A call without a place is refused after this time, ms: who asks again at once would occupy the event loop with refusals. */
const refusedAfterMs = 500

/** What a read that is refused costs beside its work, ms: reading and answering the call takes longer than its refusal. */
const refusedCostMs = 1

const refuseLater = async (problem: Problem): Promise<never> => {
  await setTimeout(refusedAfterMs)
  return refuse(problem)
}

const maxCallsOf = (key: string) => {
  if (key.startsWith("account ")) return maxCalls.ofAccount
  return /\/(48|56)$/.test(key) ? maxCalls.ofWiderNetwork : maxCalls.ofAddress
}

/**
 * Answers 503 while too many calls are being handled, so that those already accepted finish. Reads wait for the turn of their account,
 * without a slot, and pay for the time that they worked: an account that asks for much delays its own calls and few of the others'.
 * A call releases slot and turn while its body is received, which ends with 408 when it takes too long, and while it waits for another
 * machine, which comes back in any case (docs/operations.md#load-limits).
 */
export const loadLimit = (
  { config, pausesReads }: Deps,
  accountOf: (c: Context<Env>) => Promise<string | undefined>,
): MiddlewareHandler<Env> => {
  const slots = createSlots(maxCalls.inAll, maxCallsOf)
  const turns = createTurns(config.databaseUrl ? lanes.postgres : lanes.embedded, pausesReads === false ? 0 : undefined)
  const bodies = createBodies(maxBodies.inAll, maxBodies.ofAddress)
  const outside = createOutside()
  return async (c, next) => {
    const address = c.get("address")
    const account = await accountOf(c)
    const networks = [address, ...widerNetworksOf(address)]
    const keys = account ? [...networks, `account ${account}`] : networks
    const row = account ? `account ${account}` : address
    const maxWaitingOfRow = account ? maxWaiting.ofAccount : maxWaiting.ofAddress
    let leave: ((status: number) => void) | undefined
    const enter = async (isBack = false) => {
      const isRead = c.req.method === "GET"
      if (isRead && !isBack && turns.waitingOf(row) >= maxWaitingOfRow) await refuseLater({ kind: "tooMany", seconds: 1 })
      const endTurn = isRead ? await turns.acquire(row) : undefined
      const release = slots.acquire(keys, isBack)
      if (!release) {
        endTurn?.(0)
        return refuseLater({ kind: "unavailable", key: "api.busy", cause: "load" })
      }
      const from = performance.now()
      leave = status => {
        leave = undefined
        release()
        const workedMs = performance.now() - from + (status >= 400 ? refusedCostMs : 0)
        endTurn?.(status < 500 ? workedMs : 0)
      }
    }
    c.set("receive", async (timeoutMs, read) => {
      leave?.(200)
      const body = await bodies
        .receive(address, timeoutMs, read)
        .catch(error => (error instanceof DeadlineExceeded ? refuse({ kind: "slow" }) : Promise.reject(error)))
      await enter()
      return body
    })
    c.set("outside", async (kind, work) => {
      const actor: Env["Variables"]["actor"] | undefined = c.get("actor")
      const end = outside.acquire(kind, actor ? (actor.tenantId ?? "platform") : address)
      leave?.(200)
      try {
        return await work()
      } finally {
        end()
        await enter(true)
      }
    })
    await enter()
    try {
      await next()
    } finally {
      leave?.(c.res.status)
    }
  }
}
