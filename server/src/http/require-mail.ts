import type { Context } from "hono"
import type { Key } from "../../../src/core/text/i18n"
import { refuse } from "../errors/problem"
import { MailDown } from "../mail/mail"
import type { Env } from "./context"

/** Checks that mail can be sent, before anything is stored. @throws Refusal 503 with the message */
export const requireMail = async (c: Context<Env>, message: Key) => {
  try {
    await c.get("outside")("mail", c.get("deps").mailer.open)
  } catch (error) {
    if (error instanceof MailDown) refuse({ kind: "unavailable", key: message })
    throw error
  }
}
