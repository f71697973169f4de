import { Hono } from "hono"
import { z } from "zod"
import { staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { type Problem, refuse } from "../../errors/problem"
import type { Deps, Env } from "../../http/context"
import { concurrencyLimit } from "../../http/limits"
import { readBody, readValid } from "../../http/request"

/** The AI pass-through (decisions §6): the service's key stays here, and its own answer leaves without the envelope. */
export const ai = new Hono<Env>()

/** What is forwarded, and no more: nobody streams, asks for a hundred answers or chooses a dearer model on this key. */
export const chatBody = z.object({
  messages: z
    .array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string().max(32_000) }))
    .min(1)
    .max(32),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.number().int().min(1).max(16_000).optional(),
  response_format: z.object({ type: z.enum(["text", "json_object"]) }).optional(),
})

/** ms (decisions §9). */
const patience = 30_000
/** Calls under way at once: a service that hangs must not take the place of everything else. */
const most = 20
/** Largest answer that is passed on, bytes. */
const maxAnswer = 2 * 1024 * 1024

/** Seconds to wait after a service's own refusal that names none. */
const someSeconds = 30

const waitOf = (header: string | null) => (header && /^\d{1,4}$/.test(header) ? Math.max(1, Number(header)) : someSeconds)

const unavailable: Problem = { kind: "unavailable", key: "ai.unavailable" }

const isJson = (text: string) => {
  try {
    return typeof JSON.parse(text) === "object"
  } catch {
    return false
  }
}

/** Why nothing could be passed on: told to the operator in one word, never in the service's. */
const failure = (error: unknown) => (error instanceof Error ? error.name : "unknown")

/** @returns the service's answer. @throws Refusal; what the service says when it refuses stays here: it may name the key */
const ask = async ({ config, log }: Deps, given: z.infer<typeof chatBody>, requestId: string, leaves: AbortSignal) => {
  const { aiUrl, aiModel, aiKey } = config
  if (!aiUrl) return refuse({ kind: "unavailable", key: "ai.notConfigured" })
  const refused = (reason: string | number, problem: Problem = unavailable) => {
    log.warn({ requestId, ai: "the service gave no answer", reason })
    return refuse(problem)
  }
  const signal = AbortSignal.any([AbortSignal.timeout(patience), leaves])
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    ...(aiKey && { Authorization: `Bearer ${aiKey}` }),
  }
  const body = JSON.stringify({ ...given, model: aiModel })
  const read = async () => {
    // A redirect would carry the prompt, and maybe the key, to a place that nobody configured.
    const answer = await fetch(aiUrl, { method: "POST", headers, body, signal, redirect: "error" })
    return { answer, text: answer.ok ? Buffer.from(await readBody(answer, maxAnswer)).toString("utf8") : "" }
  }
  const { answer, text } = await read().catch(error => refused(failure(error)))
  if (answer.status === 429) return refused(429, { kind: "tooMany", seconds: waitOf(answer.headers.get("Retry-After")) })
  if (!answer.ok) return refused(answer.status)
  if (!isJson(text)) return refused("not JSON")
  return aiKey && text.includes(aiKey) ? refused("it repeats the key") : text
}

ai.post("/ai/chat/completions", bearer, staff, concurrencyLimit(most), async c => {
  const given = await readValid(c, chatBody)
  const text = await ask(c.get("deps"), given, c.get("requestId"), c.req.raw.signal)
  return c.body(text, 200, { "Content-Type": "application/json; charset=utf-8" })
})
