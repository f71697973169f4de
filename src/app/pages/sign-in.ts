import { http, parseTokens } from "../../api"
import { KeyedError } from "../../core/errors"
import { HttpError } from "../../core/http"
import type { Key } from "../../core/i18n"
import { i18n } from "../../state/instances"
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
} from "../../state/session"
import { notify } from "../../state/toasts"

/** The calls of signing in and out (S7 Auth). GetCode and GetToken count as writes: never retried (decisions §2). */

/** @returns the countdown's seconds, when the answer carries them: a number, or `{timer}`. */
const secondsOf = (value: unknown): number | undefined => {
  const raw = typeof value === "object" && value !== null && "timer" in value ? value.timer : value
  const seconds = typeof raw === "string" && raw.trim() ? Number(raw) : raw
  return typeof seconds === "number" && Number.isFinite(seconds) ? seconds : undefined
}

/** 503 with a text: codes can't be mailed, and the catalogue has a text for it. */
const throwMailDown = (error: unknown): never => {
  throw error instanceof HttpError && error.status === 503 && error.message ? new KeyedError("auth.codeNotSent") : error
}

const getCode = (email: string) =>
  http
    .get(`/Auth/GetCode/${encodeURIComponent(email)}`, { anonymous: true, retry: false })
    .then(answer => secondsOf(answer.value))
    .catch(throwMailDown)

/** A refusal with 400 or 401 and without words is about the code. */
const throwCodeWrong = (error: unknown): never => {
  if (error instanceof HttpError && [400, 401].includes(error.status)) error.messageKeys = ["api.codeWrong"]
  throw error
}

const notifyDone = (key: Key) => notify({ tone: "success", title: i18n.t(key), alwaysShown: true })

/** Asks for a code. An e-mail whose code still runs goes on to /verify without another one (decisions §3, Asking again). */
export const requestCode = async (email: string, { automatic = false, again = false } = {}) => {
  if (!again && codeResumed(email, Date.now())) return
  codeRequested(email)
  try {
    codeSent(email, await getCode(email), Date.now(), automatic)
    if (again && !automatic) notifyDone("auth.codeSent")
  } catch (error) {
    codeRequestFailed(email, error)
  }
}

/** Exchanges e-mail and code for tokens. */
export const submitCode = async (code: string) => {
  const email = sentCode(session.current)?.email
  if (!email) return
  const isHeld = session.paused !== undefined
  codeSubmitted()
  try {
    const answer = await http
      .get("/Auth/GetToken", { query: { email, code }, anonymous: true, retry: false })
      .catch(throwCodeWrong)
    const { user, tokens } = parseTokens(answer, Date.now())
    verified(user, tokens)
    if (isHeld && sessionTokens(session.current)) notifyDone("auth.signedIn")
  } catch (error) {
    verificationFailed(error)
  }
}

/** Ends the session here, in the other tabs, and on the server without waiting for it; unsaved work stays as a draft (decisions §3). */
export const signOut = () => {
  const tokens = sessionTokens(session.current)
  if (tokens)
    http
      .post("/api/auth/logout", { refreshToken: tokens.refreshToken }, { bearer: tokens.token, keepalive: true })
      .catch(() => undefined)
  signedOut("left")
}
