import type { Context } from "hono"
import type { PasskeyConfirmation } from "../../../../src/contract/passkeys"
import type { CodeSent, TokenPair } from "../../../../src/contract/session"
import { plainCode } from "../../../../src/core/text/clean-text"
import { codeSeconds, consumeCode, createCode, enforceCodeLimits } from "../../auth/codes"
import { rememberDevice, rememberVisit, requesterOf } from "../../auth/devices"
import { logRefusedSignIn, logSignIn } from "../../auth/security-log"
import { openSession, personOf } from "../../auth/sessions"
import { acceptsCode, connectionFor } from "../../auth/sign-in-connections"
import { loggable } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { translate } from "../../http/messages"
import { requireMail } from "../../http/require-mail"
import { requireEmail } from "./input"
import { confirmationOf } from "./passkey-sign-in"

/**
 * Signing in with a code by mail. Answers and timing are the same for addresses with and without an account
 * (docs/security.md#known-addresses).
 */
export const sendCode = async (c: Context<Env>, email: string, asksForCode: boolean): Promise<CodeSent> => {
  const deps = c.get("deps")
  const connection = asksForCode ? undefined : await connectionFor(deps, email)
  if (connection) return { timer: 0, provider: `/Auth/provider?${new URLSearchParams({ email })}` }
  const requester = requesterOf(c, email)
  // Before the mail server is contacted; `createCode` checks again, in its transaction.
  await enforceCodeLimits(deps.db, deps, email, requester)
  await requireMail(c, "auth.codeNotSent")
  const code = await createCode(deps, email, requester)
  rememberVisit(c, requester)
  const person = await personOf(deps, email)
  if (person && (await acceptsCode(deps, person))) {
    const language = person.language === "en" ? "en" : "tr"
    const sending = deps.mailer.send({
      to: email,
      subject: translate(language, "api.codeSubject", { code }),
      text: translate(language, "api.codeText", { code }),
      language,
      code,
      tenantId: person.tenantId,
    })
    // The answer does not wait for a mail server, whose delay would reveal that the address has an account.
    if (deps.config.smtpUrl) sending.catch(error => deps.log.error({ requestId: c.get("requestId"), ...loggable(error) }))
    else await sending
  }
  return { timer: codeSeconds }
}

/** @returns what a passkey has to confirm where one is required @throws Refusal 400 for a wrong code, and for an address without an account */
export const signIn = async (
  c: Context<Env>,
  given: { email: string; code: string },
): Promise<TokenPair | PasskeyConfirmation> => {
  const deps = c.get("deps")
  const email = requireEmail(given.email)
  const requester = requesterOf(c, email)
  const code = plainCode(given.code).trim()
  const isRight = /^\d{6}$/.test(code) && (await consumeCode(deps, email, code, requester))
  const person = await personOf(deps, email)
  if (!isRight || !person || !(await acceptsCode(deps, person))) {
    logRefusedSignIn(c, "code", isRight ? "person" : "code", person)
    return refuse({ kind: "malformed", key: "api.codeWrong" })
  }
  rememberDevice(c, requester, email)
  const confirmation = await confirmationOf(deps, person)
  if (confirmation) return confirmation
  logSignIn(c, "code", person)
  return openSession(deps, person, c.req.header("User-Agent") ?? "")
}
