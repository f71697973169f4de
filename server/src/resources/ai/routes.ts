import { z } from "zod"
import { may } from "../../auth/policy"
import type { Actor } from "../../http/context"
import { enforceLimit, type Limit } from "../../http/rate-limit"
import { bare, json, route } from "../../routes/route"
import { chatBody } from "./input"
import { complete } from "./service"

/** Calls to the service, in addition to those of an address (docs/security.md#rate-limits). */
export const aiLimits = {
  account: { name: "completions-account", calls: 20, windowMs: 60_000 },
  company: { name: "completions-company", calls: 300, windowMs: 3_600_000 },
} satisfies Record<string, Limit>

/** The platform's administrators count as one company. */
const companyOf = ({ tenantId }: Actor) => tenantId ?? "platform"

/** The pass-through to an AI service. Its answer leaves without the envelope (docs/contract.md#ai-call). */
export const ai = route.post("/ai/chat/completions", may("write", "surveys", { forPeople: true }), {
  summary: "Forward a chat completion to the AI service",
  body: json(chatBody),
  example: {
    messages: [{ role: "user", content: "Bir anket hazırla." }],
    temperature: 0.7,
    response_format: { type: "json_object" },
  },
  answer: bare("application/json", z.looseObject({})),
  handler: async ({ c, body }) => {
    const given = await body()
    const deps = c.get("deps")
    const actor = c.get("actor")
    await enforceLimit(deps, aiLimits.account, actor.userId)
    await enforceLimit(deps, aiLimits.company, companyOf(actor))
    const answer = await c.get("outside")("ai", () => complete(deps, given, c.get("requestId"), c.req.raw.signal))
    return c.body(answer, 200, { "Content-Type": "application/json; charset=utf-8" })
  },
})
