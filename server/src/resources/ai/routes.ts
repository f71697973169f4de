import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { enforceLimit, type Limit } from "../../http/limits"
import { createPlaces } from "../../http/places"
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

/** Calls at once, so that a hanging service does not occupy the whole server. */
const places = createPlaces(20)
/** Calls of one company at once, so that others can generate meanwhile. */
const maxPerCompany = 10
const companyPlaces = createPlaces(Number.POSITIVE_INFINITY, maxPerCompany)
/** Seconds after which one of a company's own calls has probably ended. */
const retryAfter = 5

/** The platform's administrators count as one company. */
const companyOf = ({ tenantId }: Actor) => tenantId ?? "platform"

ai.post("/ai/chat/completions", bearer, may("write", "surveys"), async c => {
  const given = await readValid(c, chatBody)
  const deps = c.get("deps")
  const actor = c.get("actor")
  await enforceLimit(deps, aiLimits.account, actor.userId)
  await enforceLimit(deps, aiLimits.company, companyOf(actor))
  const leaveCompany = companyPlaces.take(companyOf(actor)) ?? refuse({ kind: "tooMany", seconds: retryAfter })
  const leave = places.take("")
  try {
    if (!leave) return refuse({ kind: "unavailable", key: "api.busy" })
    const json = await complete(deps, given, c.get("requestId"), c.req.raw.signal)
    return c.body(json, 200, { "Content-Type": "application/json; charset=utf-8" })
  } finally {
    leave?.()
    leaveCompany()
  }
})
