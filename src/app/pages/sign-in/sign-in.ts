import { http, parseTokens } from "../../../api/http"
import { KeyedError } from "../../../core/http/errors"
import { HttpError } from "../../../core/http/http"
import { isRecord } from "../../../core/is-record"
import type { Key } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"
import {
  codeRequested,
  codeRequestFailed,
  codeResumed,
  codeSent,
  codeSubmitted,
  sentCode,
  session,
  sessionTokens,
  signedOut,
  verificationFailed,
  verified,
} from "../../../state/session"
import { notify } from "../../../state/toasts"

/**
 * The calls of signing in and out (docs/contract.md#authentication-calls). GetCode and GetToken count as writes, so they are
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

/** The path that leads to the person's provider, in place of a code (docs/contract.md#sign-in-by-a-provider). */
const providerOf = (value: unknown) => (isRecord(value) && typeof value.provider === "string" ? value.provider : undefined)

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
    const provider = providerOf(value)
    if (provider) return await (await import("./provider")).leaveForProvider(provider)
    codeSent(email, countdownSeconds(value), Date.now(), automatic)
    if (again && !automatic) notifySuccess("auth.codeSent")
  } catch (error) {
    codeRequestFailed(email, error)
  }
}

/** Verifies a code and signs in. */
export const submitCode = async (code: string) => {
  const email = sentCode(session.current)?.email
  if (!email) return
  const isPaused = session.paused !== undefined
  codeSubmitted()
  try {
    const answer = await http
      .get("/Auth/GetToken", { query: { email, code }, anonymous: true, retry: false })
      .catch(rethrowWrongCode)
    const { user, tokens } = parseTokens(answer, Date.now())
    verified(user, tokens)
    if (isPaused && sessionTokens(session.current)) notifySuccess("auth.signedIn")
  } catch (error) {
    verificationFailed(error)
  }
}

/** Signs out in all tabs, and on the server without waiting for the answer (docs/console.md#signing-out). */
export const signOut = () => {
  const tokens = sessionTokens(session.current)
  if (tokens)
    http
      .post("/api/auth/logout", { refreshToken: tokens.refreshToken }, { bearer: tokens.token, keepalive: true })
      .catch(() => undefined)
  signedOut("left")
}
