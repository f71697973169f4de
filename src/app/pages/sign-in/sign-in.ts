import { http, parseTokens } from "../../../api/http"
import type { PasskeyConfirmation } from "../../../contract/passkeys"
import { KeyedError } from "../../../core/http/errors"
import { type Answer, HttpError } from "../../../core/http/http"
import { isRecord } from "../../../core/is-record"
import type { Key } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"
import {
  codeRequested,
  codeRequestFailed,
  codeResumed,
  codeSent,
  codeSubmitted,
  passkeyAsked,
  sentCode,
  session,
  sessionTokens,
  verificationFailed,
  verified,
} from "../../../state/session"
import { notify } from "../../../state/toasts"

/**
 * The calls of signing in (docs/contract.md#authentication-calls). GetCode and GetToken count as writes, so they are
 * never repeated.
 */

/** Returns the length of the countdown: a number, or `{timer}` (docs/contract.md#countdown). */
const countdownSeconds = (value: unknown): number | undefined => {
  const raw = isRecord(value) && "timer" in value ? value.timer : value
  const seconds = typeof raw === "string" && raw.trim() ? Number(raw) : raw
  return typeof seconds === "number" && Number.isFinite(seconds) ? seconds : undefined
}

/** A 503 with a message means that codes cannot be mailed. */
const rethrowMailFailure = (error: unknown): never => {
  throw error instanceof HttpError && error.status === 503 && error.message ? new KeyedError("auth.codeNotSent") : error
}

/** @param byMail whether the person wants a code although their company has a provider */
const getCode = (email: string, byMail: boolean) =>
  http
    .get(`/Auth/GetCode/${encodeURIComponent(email)}`, {
      anonymous: true,
      retry: false,
      ...(byMail && { query: { code: "mail" } }),
    })
    .then(answer => answer.value)
    .catch(rethrowMailFailure)

/** Sets the message of a 400 or 401 without a message of its own: the code is wrong. */
const rethrowWrongCode = (error: unknown): never => {
  if (error instanceof HttpError && [400, 401].includes(error.status)) error.messageKeys = ["api.codeWrong"]
  throw error
}

const notifySuccess = (key: Key) => notify({ tone: "success", title: i18n.t(key), alwaysShown: true })

/**
 * Requests a code. An address whose code is still valid is awaited without a new one (docs/console.md#sign-in).
 * @param options.automatic the page requests it by itself; @param options.again a new code in any case; @param options.byMail a code, no provider
 */
export const requestCode = async (email: string, { automatic = false, again = false, byMail = false } = {}) => {
  if (!again && codeResumed(email, Date.now())) return
  codeRequested(email)
  try {
    const value = await getCode(email, byMail)
    // A path that leads to the person's provider, in place of a code (docs/contract.md#sign-in-by-a-provider).
    const { provider } = Object(value) as { provider?: string }
    if (provider) return await (await import("./provider")).leaveForProvider(provider)
    codeSent(email, countdownSeconds(value), Date.now(), automatic)
    if (again && !automatic) notifySuccess("auth.codeSent")
  } catch (error) {
    codeRequestFailed(email, error)
  }
}

/** Signs in with the tokens of an answer. @throws KeyedError when it has none */
export const signInWith = (answer: Answer) => {
  const isPaused = session.paused !== undefined
  const { user, tokens } = parseTokens(answer, Date.now())
  verified(user, tokens)
  if (isPaused && sessionTokens(session.current)) notifySuccess("auth.signedIn")
}

/** Verifies a code and signs in; where a passkey is required, the code waits for it (docs/contract.md#passkeys). */
export const submitCode = async (code: string) => {
  const email = sentCode(session.current)?.email
  if (!email) return
  codeSubmitted()
  try {
    const answer = await http
      .get("/Auth/GetToken", { query: { email, code }, anonymous: true, retry: false })
      .catch(rethrowWrongCode)
    if (Object(answer.value).confirmation) passkeyAsked(answer.value as PasskeyConfirmation)
    else signInWith(answer)
  } catch (error) {
    verificationFailed(error)
  }
}
