import { type Delivery, maxAnswerShown } from "../../../src/contract/webhooks"
import { unseal } from "../auth/seal"
import type { jobs } from "../db/job-tables"
import type { webhooks } from "../db/webhook-tables"
import type { Deps } from "../http/context"
import { CallEnded, callService } from "../outgoing/call"
import { release } from "../release"
import { targetOf } from "./address"
import { signatureHeaders } from "./signature"

/** One try of a delivery (docs/contract.md#webhook-deliveries). */

export type Endpoint = Pick<typeof webhooks.$inferSelect, "url" | "secret" | "oldSecret" | "oldSecretUntil">
export type Message = Pick<typeof jobs.$inferSelect, "messageId" | "body">
export type Outcome = Pick<Delivery, "status" | "ms" | "error" | "answer">

/** Of the answer, bytes; what follows is not read. */
const maxAnswer = 64 * 1024

const reasonOf = (error: unknown): Delivery["error"] => {
  if (error instanceof CallEnded) return error.reason
  return (error as NodeJS.ErrnoException).code === "HPE_HEADER_OVERFLOW" ? "tooLarge" : "connection"
}

/** @param limits.timeoutMs in all, to the end of the answer; @param limits.stop ends the try early */
export const send = async (
  { config, clock }: Pick<Deps, "config" | "clock">,
  { url, secret, oldSecret, oldSecretUntil }: Endpoint,
  { messageId, body }: Message,
  limits: { timeoutMs: number; stop?: AbortSignal },
): Promise<Outcome> => {
  const from = performance.now()
  const outcome = (error: Delivery["error"], status: number | null = null, answer = ""): Outcome => {
    return { status, ms: Math.round(performance.now() - from), error, answer }
  }
  const target = await targetOf(url, config)
  if ("problem" in target) return outcome("address")
  const isOldValid = oldSecret && oldSecretUntil && oldSecretUntil.getTime() > clock()
  try {
    const secrets = [secret, ...(isOldValid ? [oldSecret] : [])].map(sealed => unseal<string>(config.codeSecrets, sealed))
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": `campaign-console/${release}`,
      ...signatureHeaders(secrets, messageId, clock(), body),
    }
    const timeoutMs = limits.timeoutMs - (performance.now() - from)
    const request = { method: "POST", headers, body, target }
    const { status, bytes } = await callService(url, request, { ...limits, timeoutMs, maxAnswer, cutsAnswer: true })
    // PostgreSQL stores no NUL.
    const answer = new TextDecoder().decode(bytes).replaceAll("\0", "").slice(0, maxAnswerShown)
    return outcome(status >= 200 && status < 300 ? null : "status", status, answer)
  } catch (error) {
    return outcome(reasonOf(error))
  }
}
