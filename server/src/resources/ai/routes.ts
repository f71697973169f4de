import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import type { Actor, Env } from "../../http/context"
import { enforceLimit, type Limit } from "../../http/rate-limit"
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

/** The platform's administrators count as one company. */
const companyOf = ({ tenantId }: Actor) => tenantId ?? "platform"

ai.post("/ai/chat/completions", bearer, may("write", "surveys", { forPeople: true }), async c => {
  const given = await readValid(c, chatBody)
  const deps = c.get("deps")
  const actor = c.get("actor")
  await enforceLimit(deps, aiLimits.account, actor.userId)
  await enforceLimit(deps, aiLimits.company, companyOf(actor))
  const json = await c.get("outside")("ai", () => complete(deps, given, c.get("requestId"), c.req.raw.signal))
  return c.body(json, 200, { "Content-Type": "application/json; charset=utf-8" })
})
