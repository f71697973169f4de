import { subscribe } from "valtio/vanilla"
import { local } from "../core/storage"
import {
  restored,
  type Session,
  sentOf,
  session,
  type Tokens,
  tokensOf,
  type User,
  userOf,
  verificationLife,
} from "../state/session"

/** The session in browser storage, under S3's keys and in decisions §3's formats. */
const keys = {
  token: "accessToken",
  refreshToken: "refreshToken",
  refreshExpiry: "refreshTokenExpiry",
  tokenExpiry: "tokenExpiry",
  email: "email",
  user: "user",
  endsAt: "verificationEndTime",
  seconds: "verificationMaxTime",
  firstSeconds: "verificationOriginalMaxTime",
  requestedAt: "lastCodeRequestTime",
  autoResends: "autoResendCount",
  lastActivity: "lastActivity",
} as const

const put = (key: string, value: string | number | undefined) => {
  if (value === undefined) local.remove(key)
  else local.set(key, String(value))
}

const save = (current: Session) => {
  const tokens = tokensOf(current)
  const user = userOf(current)
  const sent = sentOf(current)
  put(keys.token, tokens?.token)
  put(keys.refreshToken, tokens?.refreshToken)
  put(keys.refreshExpiry, tokens?.refreshExpiry)
  put(keys.tokenExpiry, tokens?.tokenExpiry)
  put(keys.user, user && JSON.stringify(user))
  put(keys.email, user?.email ?? sent?.email)
  put(keys.endsAt, sent?.endsAt)
  put(keys.seconds, sent?.seconds)
  put(keys.firstSeconds, sent?.firstSeconds)
  put(keys.requestedAt, sent?.requestedAt)
  put(keys.autoResends, sent?.autoResends)
  if (!tokens) local.remove(keys.lastActivity)
}

/** A number in decimal; whatever does not parse counts as absent. */
const number = (key: string) => {
  const text = local.get(key)
  return text && /^\d+$/.test(text) ? Number(text) : undefined
}

const isUser = (value: unknown): value is User => {
  const user = value as Partial<User> | null
  return (
    typeof user === "object" &&
    user !== null &&
    typeof user.email === "string" &&
    typeof user.userId === "string" &&
    (user.role === "Administrator" || user.role === "TenantAdmin")
  )
}

const storedTokens = (): Tokens | undefined => {
  const token = local.get(keys.token)
  const refreshToken = local.get(keys.refreshToken)
  const tokenExpiry = number(keys.tokenExpiry)
  const refreshExpiry = number(keys.refreshExpiry)
  return token && refreshToken && tokenExpiry && refreshExpiry ? { token, refreshToken, tokenExpiry, refreshExpiry } : undefined
}

/**
 * What storage says about the session at `now`: signed in while the refresh token lives, awaiting a code for
 * 15 minutes after the last one was asked for, and else nobody (S4, decisions §3).
 */
export const storedSession = (now: number): Session => {
  const user = local.json(keys.user, isUser)
  const tokens = storedTokens()
  if (user && tokens && tokens.refreshExpiry > now) return { status: "verified", user, tokens }
  const email = local.get(keys.email)
  const requestedAt = number(keys.requestedAt)
  const endsAt = number(keys.endsAt)
  const seconds = number(keys.seconds) ?? 180
  if (email && requestedAt && endsAt && now - requestedAt < verificationLife)
    return {
      status: "awaiting",
      sent: {
        email,
        endsAt,
        seconds,
        firstSeconds: number(keys.firstSeconds) ?? seconds,
        requestedAt,
        autoResends: number(keys.autoResends) ?? 0,
      },
    }
  return { status: "idle" }
}

/** Session ↔ storage: restores it now, writes every change, and follows what other tabs write. */
export const startSession = (now: () => number = Date.now) => {
  restored(storedSession(now()))
  save(session.current)
  const stop = subscribe(session, () => save(session.current as Session), true)
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== keys.token) return
    restored(storedSession(now()))
  }
  addEventListener("storage", follow)
  return () => {
    stop()
    removeEventListener("storage", follow)
  }
}
