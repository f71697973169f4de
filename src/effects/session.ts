import { subscribe } from "valtio/vanilla"
import { renewTokens } from "../api/http"
import { inactivityTimeoutMs } from "../contract/inactivity"
import { isRecord } from "../core/is-record"
import { listen, stopAll } from "../core/listen"
import { localStore, sessionStore } from "../core/storage"
import { readClaims } from "../state/claims"
import { cache } from "../state/instances"
import {
  personKey,
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
  type Viewing,
  verificationTtlMs,
  viewingStarted,
} from "../state/session"

/** Keys of the session in storage (docs/contract.md#browser-storage). */
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

/** Holds the reason of a sign-out for the other tabs, from before the tokens are removed until somebody signs in. */
const endKey = "sessionEnd"
const sharedReasons: readonly SignOutReason[] = ["expired", "refused", "elsewhere", "inactive", "left"]

/** How long the address of a code that ran out is offered again. */
const expiredTtlMs = 86_400_000

/** The prefixes of what is stored for the signed-in person and their company; other files write it. */
const personalKeys = ["tenantTheme", "moduleFlags", "recentRecords"]

/** Writes nothing where nothing changes: another tab may have stored newer tokens, which this one's process does not have yet. */
const setOrRemove = (key: string, value: string | number | undefined) => {
  if (value === undefined) localStore.remove(key)
  else if (localStore.get(key) !== String(value)) localStore.set(key, String(value))
}

/** Writes the session. The access token, which other tabs observe, is written last. */
const save = (current: Session) => {
  const tokens = sessionTokens(current)
  const user = signedInUser(current)
  const sent = sentCode(current)
  if (!tokens) localStore.remove(keys.lastActivity)
  if (!tokens && "reason" in current && localStore.get(keys.token) !== undefined) setOrRemove(endKey, current.reason)
  setOrRemove(keys.refreshToken, tokens?.refreshToken)
  setOrRemove(keys.refreshExpiry, tokens?.refreshExpiry)
  setOrRemove(keys.tokenExpiry, tokens?.tokenExpiry)
  setOrRemove(keys.user, user && JSON.stringify(user))
  // An address whose code ran out is offered again, also after a reload.
  const isExpired = current.status === "idle" && current.reason === "verificationExpired"
  setOrRemove(keys.email, user?.email ?? sent?.email ?? (isExpired ? current.email : undefined))
  setOrRemove(keys.endsAt, sent?.endsAt)
  setOrRemove(keys.seconds, sent?.seconds)
  setOrRemove(keys.firstSeconds, sent?.firstSeconds)
  setOrRemove(keys.autoResends, sent?.autoResends)
  if (!isExpired) setOrRemove(keys.requestedAt, sent?.requestedAt)
  setOrRemove(keys.token, tokens?.token)
  if (tokens) localStore.remove(endKey)
}

const storedNumber = (key: string) => {
  const text = localStore.get(key)
  return text && /^\d+$/.test(text) ? Number(text) : undefined
}

const isUser = (value: unknown): value is User =>
  isRecord(value) &&
  typeof value.email === "string" &&
  typeof value.userId === "string" &&
  (value.role === "Administrator" || value.role === "TenantAdmin")

/** Holds, for this tab alone, the company that is seen as its administrator does. */
const viewingKey = "viewing"

const isViewing = (value: unknown): value is Viewing =>
  isRecord(value) && isUser(value.user) && typeof value.token === "string" && typeof value.tokenExpiry === "number"

/** Reads the tokens. Without a stored expiry the claim `exp` applies; a token without it counts as expired (docs/contract.md#expiry). */
const storedTokens = (): Tokens | undefined => {
  const token = localStore.get(keys.token)
  const refreshToken = localStore.get(keys.refreshToken)
  if (!token || !refreshToken) return undefined
  const { exp } = readClaims(token) ?? {}
  const tokenExpiry = exp ? (storedNumber(keys.tokenExpiry) ?? exp * 1000) : 0
  return { token, refreshToken, tokenExpiry, refreshExpiry: storedNumber(keys.refreshExpiry) ?? Number.MAX_SAFE_INTEGER }
}

/**
 * Reads the session from storage: `verified` while the refresh token is valid and the last activity less than 30 minutes old,
 * `awaiting` for 15 minutes after a code was requested, else `idle`: with the address for a day after that. @param now epoch ms
 */
export const readStoredSession = (now: number): Session => {
  const user = localStore.getJson(keys.user, isUser)
  const tokens = storedTokens()
  if (user && tokens) {
    const { email } = user
    if (now - (storedNumber(keys.lastActivity) ?? now) >= inactivityTimeoutMs)
      return { status: "idle", email, reason: "inactive" }
    if (tokens.refreshExpiry <= now) return { status: "idle", email, reason: "expired" }
    return { status: "verified", user, tokens }
  }
  const email = localStore.get(keys.email)
  const requestedAt = storedNumber(keys.requestedAt)
  const endsAt = storedNumber(keys.endsAt)
  const seconds = storedNumber(keys.seconds) ?? 180
  if (email && requestedAt && endsAt && now - requestedAt < verificationTtlMs)
    return {
      status: "awaiting",
      sent: {
        email,
        endsAt,
        seconds,
        firstSeconds: storedNumber(keys.firstSeconds) ?? seconds,
        requestedAt,
        autoResends: storedNumber(keys.autoResends) ?? 0,
      },
    }
  if (email && requestedAt && now - requestedAt >= verificationTtlMs && now - requestedAt < expiredTtlMs)
    return { status: "idle", email, reason: "verificationExpired" }
  return { status: "idle" }
}

let wasMissing = false

/** Ends this tab's session for the reason that another tab has left. */
const endSession = () => {
  const left = localStore.get(endKey)
  signedOut(sharedReasons.find(reason => reason === left) ?? "ended")
}

/** Ends this tab's session when two checks in a row find no token in storage: another tab may be storing new ones. */
export const checkStoredSession = () => {
  const isMissing = sessionTokens(session.current) !== undefined && localStore.get(keys.token) === undefined
  const isConfirmed = isMissing && wasMissing
  wasMissing = isMissing
  if (isConfirmed) endSession()
}

/** Restores the session from storage, writes its changes there, and follows those of other tabs (docs/console.md#session). */
export const startSession = (now: () => number = Date.now) => {
  sessionRestored(readStoredSession(now()))
  const viewing = sessionStore.getJson(viewingKey, isViewing)
  const own = signedInUser(session.current)
  if (viewing && own?.userId === viewing.user.userId && viewing.tokenExpiry > now()) viewingStarted(viewing)
  let saved = session.current
  save(saved as Session)
  if (!sessionTokens(session.current))
    for (const key of localStore.keys()) if (personalKeys.some(prefix => key.startsWith(prefix))) localStore.remove(key)
  let person = personKey(session)
  const onChange = () => {
    // Queries of the previous person are dropped before another one's page is rendered.
    const next = personKey(session)
    if (person !== next) cache.clear()
    person = next
    if (session.viewing) sessionStore.set(viewingKey, JSON.stringify(session.viewing))
    else sessionStore.remove(viewingKey)
    // A change of `paused` alone is not saved: another tab may have removed the tokens in the meantime.
    if (saved === session.current) return
    saved = session.current
    save(saved as Session)
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === keys.token) {
      if (localStore.get(keys.token) !== undefined) sessionRestored(readStoredSession(now()))
      else if (sessionTokens(session.current)) endSession()
    } else if (key === keys.requestedAt && !sessionTokens(session.current) && localStore.get(key))
      sessionRestored(readStoredSession(now()))
  }
  return stopAll(subscribe(session, onChange, true), listen(window, { storage: onStorage }))
}

/** Renews an expired access token, before the first render (docs/contract.md#lifetimes). */
export const renewExpiredTokens = async () => {
  const tokens = sessionTokens(session.current)
  if (tokens && tokens.tokenExpiry <= Date.now()) await renewTokens().catch(() => false)
}
