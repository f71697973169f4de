import { singleFlight } from "../core/concurrency/single-flight"
import { withLock } from "../core/concurrency/with-lock"
import { KeyedError } from "../core/http/errors"
import { type Answer, createHttp, HttpError } from "../core/http/http"
import { localStore } from "../core/storage"
import { readClaims } from "../state/claims"
import { config } from "../state/config"
import { reachabilityReported } from "../state/connection"
import { i18n } from "../state/instances"
import {
  accessToken,
  session,
  sessionTokens,
  signedOut,
  type Tokens,
  tokensRenewed,
  type User,
  untilSessionResumed,
  viewingEnded,
} from "../state/session"
import { notify } from "../state/toasts"

/** The HTTP client of the session. Only modules' api.ts, effects, main and app/pages import this file. */

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined)

/** Lifetime of a new token whose `exp` has passed by the browser's clock, which is ahead then (docs/contract.md#expiry). */
const unknownLifetimeMs = 900_000

/**
 * Reads the tokens in the answer to a sign-in or a refresh, with their expiry in the browser's clock (docs/contract.md#expiry).
 * A refresh token without an expiry, or with one in the past, counts as valid until the server refuses it.
 * @param now epoch ms; @throws KeyedError when a token is missing or cannot be read
 */
export const parseTokens = (answer: Answer, now: number): { user: User; tokens: Tokens } => {
  const value = (answer.value ?? {}) as Record<string, unknown>
  const token = text(value.token)
  const refreshToken = text(value.refreshToken)
  if (!token) throw new KeyedError("auth.tokenNotReceived")
  const claims = readClaims(token)
  if (!claims?.exp || !claims.userId) throw new KeyedError("auth.tokenFormat")
  if (!refreshToken) throw new KeyedError("auth.noRefreshToken")
  const serverNow = answer.date ?? now
  const lifetimeMs = claims.iat ? (claims.exp - claims.iat) * 1000 : claims.exp * 1000 - serverNow
  const refreshLifetimeMs = Date.parse(text(value.refreshTokenExpiryTime) ?? "") - serverNow
  return {
    user: { email: claims.email ?? "", role: claims.role, userId: claims.userId, tenantId: claims.tenantId },
    tokens: {
      token,
      refreshToken,
      tokenExpiry: now + (lifetimeMs > 0 ? lifetimeMs : unknownLifetimeMs),
      refreshExpiry: refreshLifetimeMs > 0 ? now + refreshLifetimeMs : Number.MAX_SAFE_INTEGER,
    },
  }
}

/**
 * Whether the server refused to renew the tokens: 400, 401 or 403, `isSuccess: false`, or a success without tokens. An
 * unreachable server, or a body that is not JSON, is no refusal (docs/contract.md#refresh).
 */
const isRefusal = (error: unknown) =>
  error instanceof KeyedError ||
  (error instanceof HttpError &&
    (error.kind === "envelope" || ([400, 401, 403].includes(error.status) && error.cause === undefined)))

/** Whether the server names that the person ended the session from another one. */
const isEndedElsewhere = (error: unknown) =>
  ((error as HttpError).value as { reason?: unknown } | null | undefined)?.reason === "elsewhere"

/** Returns valid tokens that another tab has written to storage. */
const tokensOfOtherTab = (own: Tokens): Tokens | undefined => {
  const token = localStore.get("accessToken")
  const refreshToken = localStore.get("refreshToken")
  if (!token || !refreshToken || token === own.token) return undefined
  const tokenExpiry = Number(localStore.get("tokenExpiry"))
  const refreshExpiry = Number(localStore.get("refreshTokenExpiry"))
  return tokenExpiry > Date.now() ? { token, refreshToken, tokenExpiry, refreshExpiry } : undefined
}

/**
 * How long a tab that has the lock looks for tokens of another one, ms: storage reaches the other tabs' processes a moment after the lock.
 * A tab that had to wait for the lock usually finds some. Nobody waits for a renewal before the end of a token.
 */
const lookForTokensMs = { afterWaiting: 3_000, beforeEnd: 250, atOnce: 25 }
const lookIntervalMs = 25

/**
 * Renews the tokens. @param staleToken the access token at the time of the request; another tab may have renewed the tokens since.
 * @returns false when the session has ended; @throws HttpError when the server cannot be reached
 */
const renewUnderLock = async (staleToken: string, hasWaited: boolean): Promise<boolean> => {
  let own = sessionTokens(session.current)
  const isBeforeEnd = own !== undefined && own.tokenExpiry > Date.now()
  const until = Date.now() + lookForTokensMs[hasWaited ? "afterWaiting" : isBeforeEnd ? "beforeEnd" : "atOnce"]
  while (own?.token === staleToken && !tokensOfOtherTab(own) && Date.now() < until) {
    await new Promise(done => setTimeout(done, lookIntervalMs))
    own = sessionTokens(session.current)
  }
  if (!own) return false
  if (own.token !== staleToken) return true
  const found = tokensOfOtherTab(own)
  if (found) {
    tokensRenewed(found)
    return true
  }
  if (own.refreshExpiry <= Date.now()) {
    signedOut("expired")
    return false
  }
  try {
    const answer = await http.post("/api/auth/refresh", { refreshToken: own.refreshToken }, { anonymous: true, timeoutMs: 8_000 })
    const next = parseTokens(answer, Date.now())
    tokensRenewed(next.tokens, next.user)
    return sessionTokens(session.current) !== undefined
  } catch (error) {
    if (!isRefusal(error)) {
      if (error instanceof HttpError) error.isUnsent = true
      throw error
    }
    signedOut(isEndedElsewhere(error) ? "elsewhere" : "refused")
    return false
  }
}

let lastAttempt = 0

/**
 * Renews the tokens: once for all callers of this tab, and in one tab at a time.
 * @returns false when the session has ended; @throws HttpError when the server cannot be reached
 */
export const renewTokens = singleFlight(async () => {
  const staleToken = sessionTokens(session.current)?.token
  if (staleToken === undefined) return false
  lastAttempt = Date.now()
  return withLock("session-refresh", hasWaited => renewUnderLock(staleToken, hasWaited))
})

/** Tokens are renewed when less than this remains (docs/contract.md#refresh). */
const renewBeforeMs = 300_000
const minAttemptIntervalMs = 60_000

/** Starts to renew tokens that expire soon, unless an attempt was made within the last minute. */
export const renewTokensWhenDue = (now = Date.now()) => {
  const tokens = sessionTokens(session.current)
  if (tokens && tokens.tokenExpiry - now < renewBeforeMs && now - lastAttempt >= minAttemptIntervalMs)
    renewTokens().catch(() => undefined)
}

/** Returns, once, the answer to a request that boot.ts has made. */
export const takePrefetched = (url: string) => {
  const call = globalThis.boot?.calls.get(url)
  globalThis.boot?.calls.delete(url)
  return call
}

/** Shows the own console again when the token for a company has expired. */
const endViewing = () => {
  viewingEnded()
  notify({ tone: "info", title: i18n.t("viewAs.expired") })
}

export const http = createHttp({
  baseUrl: () => config.apiBaseUrl,
  extensions: () => config.extensions,
  language: () => i18n.language(),
  token: () => accessToken(session),
  beforeRequest: async method => {
    if (session.viewing && session.viewing.tokenExpiry <= Date.now()) {
      endViewing()
      throw new HttpError({ kind: "aborted" })
    }
    // The server refuses these too, but 403 has a text of its own.
    if (session.viewing && method !== "GET") throw new KeyedError("viewAs.text")
    if (session.paused) await untilSessionResumed()
    const tokens = sessionTokens(session.current)
    if (tokens && tokens.tokenExpiry <= Date.now()) await renewTokens()
    else renewTokensWhenDue()
  },
  refreshTokens: async () => {
    if (!session.viewing) return (await renewTokens()) || (session.paused !== undefined && (await untilSessionResumed()))
    endViewing()
    return false
  },
  onSessionExpired: async () => {
    signedOut("expired")
    return session.paused !== undefined && (await untilSessionResumed())
  },
  onReachability: reachabilityReported,
  takePrefetched,
})
