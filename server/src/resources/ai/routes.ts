import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { createPlaces } from "../../http/places"
import { readValid } from "../../http/request"
import { chatBody } from "./input"
import { complete } from "./service"

/** The pass-through to an AI service. Its answer leaves without the envelope (docs/contract.md#ai-call). */
export const ai = new Hono<Env>()

/** Calls at once, so that a hanging service does not occupy the whole server. */
const places = createPlaces(20)

ai.post("/ai/chat/completions", bearer, may("write", "surveys"), async c => {
  const given = await readValid(c, chatBody)
  const leave = places.take(c.get("address")) ?? refuse({ kind: "unavailable", key: "api.busy" })
  try {
    const json = await complete(c.get("deps"), given, c.get("requestId"), c.req.raw.signal)
    return c.body(json, 200, { "Content-Type": "application/json; charset=utf-8" })
  } finally {
    leave()
  }
})
