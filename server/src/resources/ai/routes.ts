import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { refuse } from "../../errors/problem"
import { createConcurrencyLimit } from "../../http/concurrency-limit"
import type { Actor, Env } from "../../http/context"
import { enforceLimit, type Limit } from "../../http/limits"
import { readValid } from "../../http/request"
import { chatBody } from "./input"
import { complete } from "./service"

/** The pass-through to an AI service. Its answer leaves without the envelope (docs/contract.md#ai-call). */
export const ai = new Hono<Env>()

/** Calls to the service, in addition to those of an address (docs/security.md#rate-limits). */
export const aiLimits = {
  account: { name: "completions-account", calls: 20, windowMs: 60_000 },
  company: { name: "completions-company", calls: 300, windowMs: 3_600_000 },
} satisfies Record<string, Limit>

/** Calls at the same time, so that a hanging service does not occupy the whole server. */
const callLimit = createConcurrencyLimit(20)
/** Calls of one company at the same time, so that others can generate meanwhile. */
const maxPerCompany = 10
const companyLimit = createConcurrencyLimit(Number.POSITIVE_INFINITY, () => maxPerCompany)
/** Seconds after which one of a company's own calls has probably ended. */
const retryAfter = 5

/** The platform's administrators count as one company. */
const companyOf = ({ tenantId }: Actor) => tenantId ?? "platform"

ai.post("/ai/chat/completions", bearer, may("write", "surveys", { forPeople: true }), async c => {
  const given = await readValid(c, chatBody)
  const deps = c.get("deps")
  const actor = c.get("actor")
  await enforceLimit(deps, aiLimits.account, actor.userId)
  await enforceLimit(deps, aiLimits.company, companyOf(actor))
  const releaseCompany = companyLimit.acquire(companyOf(actor)) ?? refuse({ kind: "tooMany", seconds: retryAfter })
  const release = callLimit.acquire("")
  try {
    if (!release) return refuse({ kind: "unavailable", key: "api.busy" })
    const json = await complete(deps, given, c.get("requestId"), c.req.raw.signal)
    return c.body(json, 200, { "Content-Type": "application/json; charset=utf-8" })
  } finally {
    release?.()
    releaseCompany()
  }
})
