import type { z } from "zod"
import { type Problem, refuse } from "../../errors/problem"
import type { Deps } from "../../http/context"
import { callService } from "../../outgoing/call"
import type { chatBody } from "./input"

/** Limit of a call to the service, ms (docs/contract.md#ai-call). */
const timeoutMs = 30_000
/** Largest answer that is passed on, bytes. */
const maxAnswer = 2 * 1024 * 1024

/** Seconds to wait when the service refuses with 429 and names no time. */
const defaultRetryAfter = 30

const retryAfterOf = (header: string | undefined) =>
  header && /^\d{1,4}$/.test(header) ? Math.max(1, Number(header)) : defaultRetryAfter

const unavailable: Problem = { kind: "unavailable", key: "ai.unavailable", cause: "ai" }

const isJsonObject = (text: string) => {
  try {
    return typeof JSON.parse(text) === "object"
  } catch {
    return false
  }
}

/**
 * Calls the service. @param aborted aborts when the client disconnects
 * @returns the body of the answer. @throws Refusal 503, or 429 with the waiting time; the service's own messages are
 * neither passed on nor logged, because they may contain the key
 */
export const complete = async (
  { config, log }: Deps,
  given: z.infer<typeof chatBody>,
  requestId: string,
  aborted: AbortSignal,
): Promise<string> => {
  const { aiUrl, aiModel, aiKey } = config
  if (!aiUrl) return refuse({ kind: "unavailable", key: "ai.notConfigured", cause: "ai" })
  const fail = (reason: string | number, problem: Problem = unavailable) => {
    log.warn({ requestId, ai: "the service gave no answer", reason })
    return refuse(problem)
  }
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    ...(aiKey && { Authorization: `Bearer ${aiKey}` }),
  }
  const body = JSON.stringify({ ...given, model: aiModel })
  // Redirects are not followed: they would send the prompt, and possibly the key, to a host that is not configured.
  const answer = await callService(aiUrl, { method: "POST", headers, body }, { timeoutMs, maxAnswer, stop: aborted }).catch(
    error => fail(error instanceof Error ? error.name : "unknown"),
  )
  if (answer.status === 429) return fail(429, { kind: "tooMany", seconds: retryAfterOf(answer.headers["retry-after"]) })
  if (answer.status < 200 || answer.status > 299) return fail(answer.status)
  const text = Buffer.from(answer.bytes).toString("utf8")
  if (!isJsonObject(text)) return fail("not JSON")
  return aiKey && text.includes(aiKey) ? fail("it repeats the key") : text
}
