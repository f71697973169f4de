import { subscribe } from "valtio/vanilla"
import { renewTokens } from "../api"
import { localStore } from "../core/storage"
import { readClaims } from "../state/claims"
import { cache } from "../state/instances"
import {
  currentUser,
  inactivityTimeoutMs,
  type Session,
  type SignOutReason,
  sentCode,
  session,
  sessionRestored,
  sessionTokens,
  signedInUser,
  signedOut,
  type Tokens,
  type User,
  verificationTtlMs,
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

/** Tells the other tabs why the session is over: written before the tokens go, and gone with them. */
const endKey = "sessionEnd"
const notices: readonly string[] = ["expired", "refused", "inactive", "left"] satisfies SignOutReason[]

const put = (key: string, value: string | number | undefined) => {
  if (value === undefined) localStore.remove(key)
  else localStore.set(key, String(value))
}

/** The access token goes last: whoever follows it finds the rest in place. */
const save = (current: Session) => {
  const tokens = sessionTokens(current)
  const user = signedInUser(current)
  const sent = sentCode(current)
  if (!tokens) localStore.remove(keys.lastActivity)
  if (!tokens && "reason" in current && localStore.get(keys.token) !== undefined) put(endKey, current.reason)
  put(keys.refreshToken, tokens?.refreshToken)
  put(keys.refreshExpiry, tokens?.refreshExpiry)
  put(keys.tokenExpiry, tokens?.tokenExpiry)
  put(keys.user, user && JSON.stringify(user))
  put(keys.email, user?.email ?? sent?.email)
  put(keys.endsAt, sent?.endsAt)
  put(keys.seconds, sent?.seconds)
  put(keys.firstSeconds, sent?.firstSeconds)
  put(keys.autoResends, sent?.autoResends)
  put(keys.requestedAt, sent?.requestedAt)
  put(keys.token, tokens?.token)
  localStore.remove(endKey)
}

/** A number in decimal; whatever does not parse counts as absent. */
const number = (key: string) => {
  const text = localStore.get(key)
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

/** Without a stored expiry the token's own is asked; one that has none is expired, and a refresh decides (decisions §3, Expiry). */
const storedTokens = (): Tokens | undefined => {
  const token = localStore.get(keys.token)
  const refreshToken = localStore.get(keys.refreshToken)
  if (!token || !refreshToken) return undefined
  const tokenExpiry = number(keys.tokenExpiry) ?? (readClaims(token)?.exp ?? 0) * 1000
  return { token, refreshToken, tokenExpiry, refreshExpiry: number(keys.refreshExpiry) ?? Number.MAX_SAFE_INTEGER }
}

/**
 * What storage says about the session at `now`: signed in while the refresh token lives and somebody was active in the last
 * 30 minutes, awaiting a code for 15 minutes after the last one was asked for, and else nobody (S4, decisions §3).
 */
export const readStoredSession = (now: number): Session => {
  const user = localStore.getJson(keys.user, isUser)
  const tokens = storedTokens()
  if (user && tokens) {
    const { email } = user
    if (now - (number(keys.lastActivity) ?? now) >= inactivityTimeoutMs) return { status: "idle", email, reason: "inactive" }
    if (tokens.refreshExpiry <= now) return { status: "idle", email, reason: "expired" }
    return { status: "verified", user, tokens }
  }
  const email = localStore.get(keys.email)
  const requestedAt = number(keys.requestedAt)
  const endsAt = number(keys.endsAt)
  const seconds = number(keys.seconds) ?? 180
  if (email && requestedAt && endsAt && now - requestedAt < verificationTtlMs)
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

/** Why another tab ended the session, as it said last. */
let saidElsewhere: SignOutReason | undefined
let isMissing = false

const followEnd = () => {
  signedOut(saidElsewhere ?? "ended")
  saidElsewhere = undefined
}

/** Ends this tab's session when storage no longer holds it: somebody cleared it. What another tab says comes first. */
export const checkStoredSession = () => {
  const wasMissing = isMissing
  isMissing = sessionTokens(session.current) !== undefined && localStore.get(keys.token) === undefined
  if (isMissing && wasMissing) followEnd()
}

/** Session ↔ storage: restores it now, writes every change, and follows what other tabs write. */
export const startSession = (now: () => number = Date.now) => {
  sessionRestored(readStoredSession(now()))
  let saved = session.current
  save(saved as Session)
  const who = () => {
    const person = currentUser(session)
    return person && `${person.userId} ${person.tenantId ?? ""}`
  }
  let person = who()
  const stop = subscribe(
    session,
    () => {
      // Nothing of the previous person stays: what was read for them is dropped before anybody else is shown.
      const next = who()
      if (person !== next) cache.clear()
      person = next
      // A change of the held page alone says nothing of the tokens, which another tab may have taken out of storage by now.
      if (saved === session.current) return
      saved = session.current
      save(saved as Session)
    },
    true,
  )
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === endKey && newValue !== null && notices.includes(newValue)) saidElsewhere = newValue as SignOutReason
    else if (key === null || key === keys.token) {
      if (localStore.get(keys.token) !== undefined) sessionRestored(readStoredSession(now()))
      else if (sessionTokens(session.current)) followEnd()
    } else if (key === keys.requestedAt && !sessionTokens(session.current) && localStore.get(key))
      sessionRestored(readStoredSession(now()))
  }
  addEventListener("storage", follow)
  return () => {
    stop()
    removeEventListener("storage", follow)
  }
}

/** At the start an access token that has expired is renewed before anything is shown (decisions §3, Life times). */
export const renewExpiredTokens = async (now: () => number = Date.now) => {
  const tokens = sessionTokens(session.current)
  if (tokens && tokens.tokenExpiry <= now()) await renewTokens().catch(() => false)
}
