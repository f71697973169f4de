import { KeyedError } from "./core/errors"
import { type Answer, createHttp, HttpError } from "./core/http"
import { localStore } from "./core/storage"
import { withLock } from "./core/with-lock"
import { readClaims } from "./state/claims"
import { config } from "./state/config"
import { reachabilityReported } from "./state/connection"
import { i18n } from "./state/instances"
import { session, sessionTokens, signedOut, type Tokens, tokensRenewed, type User, untilSessionResumed } from "./state/session"

/** The one HTTP client, wired to the session. Only modules' api.ts, effects and app/pages import this file. */

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined)

/**
 * A token that has just arrived lives at least this long, ms, where only the browser's clock can tell: a clock that is
 * ahead would count it as expired. One that does end earlier is renewed by the 401 that it causes.
 */
const assumedLife = 900_000

/**
 * What GetToken, login and refresh answer, in the browser's own clock (docs/contract.md#expiry). A refresh token whose end is
 * missing, or past on arrival, lives until the server refuses it.
 * @throws KeyedError with S8's words when there is no token, it can't be read, or there is none to refresh it with
 */
export const parseTokens = (answer: Answer, now: number): { user: User; tokens: Tokens } => {
  const value = (answer.value ?? {}) as Record<string, unknown>
  const token = text(value.token)
  const refreshToken = text(value.refreshToken)
  if (!token) throw new KeyedError("auth.tokenNotReceived")
  const known = readClaims(token)
  if (!known?.exp || !known.userId) throw new KeyedError("auth.tokenFormat")
  if (!refreshToken) throw new KeyedError("auth.noRefreshToken")
  const serverNow = answer.date ?? now
  const life = known.iat ? (known.exp - known.iat) * 1000 : known.exp * 1000 - serverNow
  const isMeasured = known.iat !== undefined || answer.date !== undefined
  const refreshLife = Date.parse(text(value.refreshTokenExpiryTime) ?? "") - serverNow
  return {
    user: { email: known.email ?? "", role: known.role, userId: known.userId, tenantId: known.tenantId },
    tokens: {
      token,
      refreshToken,
      tokenExpiry: now + (isMeasured ? life : Math.max(life, assumedLife)),
      refreshExpiry: refreshLife > 0 ? now + refreshLife : Number.MAX_SAFE_INTEGER,
    },
  }
}

/**
 * The server refuses to renew: 400, 401 or 403, `isSuccess: false`, or a success without tokens. A network that is down, or a
 * proxy's page in place of the answer, is no refusal (docs/contract.md#refresh).
 */
const isRefusal = (error: unknown) =>
  error instanceof KeyedError ||
  (error instanceof HttpError &&
    (error.kind === "envelope" || ([400, 401, 403].includes(error.status) && error.cause === undefined)))

/** Another tab may have renewed while this one waited for the lock: its tokens are in storage by then. */
const renewedElsewhere = (before: Tokens): Tokens | undefined => {
  const token = localStore.get("accessToken")
  const refreshToken = localStore.get("refreshToken")
  if (!token || !refreshToken || token === before.token) return undefined
  const tokenExpiry = Number(localStore.get("tokenExpiry"))
  const refreshExpiry = Number(localStore.get("refreshTokenExpiry"))
  return tokenExpiry > Date.now() ? { token, refreshToken, tokenExpiry, refreshExpiry } : undefined
}

/**
 * @param stale the token that was to be renewed: another tab may have done it while this one waited
 * @throws HttpError when no answer can be had; the session then lives on
 */
const renewNow = async (stale: string): Promise<boolean> => {
  const before = sessionTokens(session.current)
  if (!before) return false
  if (before.token !== stale) return true
  const found = renewedElsewhere(before)
  if (found) {
    tokensRenewed(found)
    return true
  }
  if (before.refreshExpiry <= Date.now()) {
    signedOut("expired")
    return false
  }
  try {
    const answer = await http.post(
      "/api/auth/refresh",
      { refreshToken: before.refreshToken },
      { anonymous: true, timeoutMs: 8_000 },
    )
    const next = parseTokens(answer, Date.now())
    tokensRenewed(next.tokens, next.user)
    return sessionTokens(session.current) !== undefined
  } catch (error) {
    if (!isRefusal(error)) {
      if (error instanceof HttpError) error.isUnsent = true
      throw error
    }
    signedOut("refused")
    return false
  }
}

let renewing: Promise<boolean> | undefined
let triedAt = 0

/** Renews the tokens once for all callers of this tab, and one tab at a time. @throws HttpError when no answer can be had */
export const renewTokens = async (): Promise<boolean> => {
  const stale = sessionTokens(session.current)?.token
  if (stale === undefined) return false
  triedAt = Date.now()
  renewing ??= withLock("session-refresh", () => renewNow(stale)).finally(() => {
    renewing = undefined
  })
  return renewing
}

/** Tokens are renewed when less than this remains (S9), and tried at most this often, ms (decisions §3, Refresh). */
const threshold = 300_000
const interval = 60_000

/** Renews tokens that expire soon, without anybody waiting: asked on a timer, on focus and before calls. */
export const renewTokensWhenDue = (now = Date.now()) => {
  const tokens = sessionTokens(session.current)
  if (tokens && tokens.tokenExpiry - now < threshold && now - triedAt >= interval) renewTokens().catch(() => undefined)
}

export const http = createHttp({
  baseUrl: () => config.apiBaseUrl,
  extensions: () => config.extensions,
  language: () => i18n.language(),
  token: () => sessionTokens(session.current)?.token,
  beforeRequest: async () => {
    if (session.paused) await untilSessionResumed()
    const tokens = sessionTokens(session.current)
    if (tokens && tokens.tokenExpiry <= Date.now()) await renewTokens()
    else renewTokensWhenDue()
  },
  refreshTokens: async () => (await renewTokens()) || (session.paused !== undefined && (await untilSessionResumed())),
  onSessionExpired: async () => {
    signedOut("expired")
    return session.paused !== undefined && (await untilSessionResumed())
  },
  onReachability: isReached => reachabilityReported(isReached),
  takePrefetched: url => {
    const call = globalThis.boot?.calls.get(url)
    globalThis.boot?.calls.delete(url)
    return call
  },
})
