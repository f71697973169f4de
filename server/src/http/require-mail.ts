import type { Context } from "hono"
import type { Key } from "../../../src/core/text/i18n"
import { loggable } from "../errors/faults"
import { refuse } from "../errors/problem"
import { MailDown } from "../mail/mail"
import type { Env } from "./context"

/** Refuses a call whose mail could not be sent; the log has why. @throws Refusal 503 with the message */
export const refuseUnsent = (c: Context<Env>, message: Key, error: unknown): never => {
  c.get("deps").log.error({ mail: "the call is refused", requestId: c.get("requestId"), ...loggable(error) })
  return refuse({ kind: "unavailable", key: message, cause: "mail" })
}

/** Checks that mail can be sent, before anything is stored. @throws Refusal 503 with the message */
export const requireMail = async (c: Context<Env>, message: Key) => {
  try {
    await c.get("outside")("mail", c.get("deps").mailer.open)
  } catch (error) {
    if (error instanceof MailDown) refuseUnsent(c, message, error)
    throw error
  }
}
