import { proxy, subscribe } from "valtio/vanilla"
import { unsavedChanges } from "./instances"

/** Who is signed in, or how far signing in has come (S3, S4). No storage and no clock in here: time is an argument. */
export type Role = "Administrator" | "TenantAdmin" | "User"
export type User = { email: string; role: Role; userId: string; tenantId?: string }

/** Times are epoch milliseconds in the browser's own clock (decisions §3, Expiry). */
export type Tokens = { token: string; tokenExpiry: number; refreshToken: string; refreshExpiry: number }

/** A code that was sent. `endsAt`, `requestedAt`: epoch ms; `seconds`: length of the running countdown, `firstSeconds`: of the first one. */
export type SentCode = {
  email: string
  endsAt: number
  seconds: number
  firstSeconds: number
  requestedAt: number
  /** Codes asked for without the person's doing (at most 2). */
  autoResends: number
}

/**
 * Why the visitor is signed out, shown once on the login page. `refused`: the server did not renew the tokens; `ended`: the
 * session is gone from storage and no tab names a reason; `left`: on purpose.
 */
export type SignOutReason = "expired" | "refused" | "ended" | "verificationExpired" | "inactive" | "left"

export type Session =
  /** `left`: a code that is still on its way to an address that the person turned away from. */
  | { status: "idle"; email?: string; reason?: SignOutReason; deniedTo?: { email: string; role: Role }; abandonedCode?: SentCode }
  | { status: "requesting"; email: string; sent?: SentCode }
  | { status: "awaiting"; sent: SentCode }
  | { status: "verifying"; sent: SentCode }
  | { status: "verified"; user: User; tokens: Tokens }
  /** Asking for a code, or giving one, was rejected; `error` is what was thrown. `sent`: an earlier code is still awaited. */
  | { status: "failed"; step: "request" | "verification"; email: string; error: unknown; sent?: SentCode }

/** Whose session ended over unsaved work: the page stays, and the same person signs in again in place. */
export type PausedSession = { user: User; reason: SignOutReason }

export type SessionState = { current: Session; paused?: PausedSession }

export const session = proxy<SessionState>({ current: { status: "idle" } })

const become = (next: Session) => {
  session.current = next
}

/** A verification session stays valid 15 minutes after its last code (S9). */
export const verificationTtlMs = 15 * 60_000
/** The session ends after this long without pointer, key, scroll or touch in any tab, ms (S9). */
export const inactivityTimeoutMs = 30 * 60_000
/** Seconds of the countdown, at most and by default (S9). */
export const maxCountdownSeconds = 180

export const sentCode = (current: Session): SentCode | undefined => ("sent" in current ? current.sent : undefined)
export const signedInUser = (current: Session): User | undefined => (current.status === "verified" ? current.user : undefined)
/** Whose page this is: the one who is signed in, or whose unsaved work is held. */
export const currentUser = ({ current, paused: held }: SessionState): User | undefined => signedInUser(current) ?? held?.user
export const sessionTokens = (current: Session): Tokens | undefined =>
  current.status === "verified" ? current.tokens : undefined

export const codeRequested = (email: string) => become({ status: "requesting", email, sent: sentCode(session.current) })

/** @param seconds what the server gave; 180 when it gave none, never more. */
export const codeSent = (email: string, seconds: number | undefined, now: number, automatic = false) => {
  const before = sentCode(session.current)
  const length = Math.min(seconds && seconds > 0 ? Math.floor(seconds) : maxCountdownSeconds, maxCountdownSeconds)
  become({
    status: "awaiting",
    sent: {
      email,
      endsAt: now + length * 1000,
      seconds: length,
      firstSeconds: before?.email === email ? before.firstSeconds : length,
      requestedAt: now,
      autoResends: before?.email === email ? before.autoResends + Number(automatic) : 0,
    },
  })
}

export const codeRequestFailed = (email: string, error: unknown) =>
  become({ status: "failed", step: "request", email, error, sent: sentCode(session.current) })

export const codeSubmitted = () => {
  const sent = sentCode(session.current)
  if (sent) become({ status: "verifying", sent })
}

export const verificationFailed = (error: unknown) => {
  const sent = sentCode(session.current)
  if (sent) become({ status: "failed", step: "verification", email: sent.email, error, sent })
}

/** The verification session ran out (15 minutes), or the person wants another address. */
export const verificationAbandoned = (notice?: SignOutReason) => {
  const left = sentCode(session.current)
  if (left)
    become(
      notice ? { status: "idle", email: left.email, reason: notice } : { status: "idle", email: left.email, abandonedCode: left },
    )
}

/** A code that still runs for this address is awaited again, in place of another one (decisions §3, Asking again). */
export const codeResumed = (email: string, now: number): boolean => {
  const { current } = session
  const sent = current.status === "idle" ? current.abandonedCode : sentCode(current)
  if (sent?.email !== email || sent.endsAt <= now) return false
  become({ status: "awaiting", sent })
  return true
}

const isSame = (a: User, b: User) => a.userId === b.userId && a.tenantId === b.tenantId

/** Nobody waits for the held page any more; its work stays kept as a draft. */
const release = () => {
  unsavedChanges.clear()
  delete session.paused
}

/**
 * Signs in; the ordinary user is refused and keeps nothing (S4, decisions §3). A page that is held goes on when its own
 * person is back, and is let go for anybody else.
 */
export const verified = (user: User, tokens: Tokens) => {
  const before = session.paused?.user ?? signedInUser(session.current)
  if (before && (!isSame(before, user) || user.role === "User")) {
    unsavedChanges.saveDraft()
    release()
  }
  become(
    user.role === "User"
      ? { status: "idle", deniedTo: { email: user.email, role: user.role } }
      : { status: "verified", user, tokens },
  )
  delete session.paused
}

/** New tokens of the session that stands. @param user who they belong to, where the answer says it: the role may have changed */
export const tokensRenewed = (tokens: Tokens, user?: User) => {
  const current = session.current
  if (current.status === "verified") verified(user ?? current.user, tokens)
}

/**
 * The session is over. Unsaved work is kept as a draft while its owner is still known; unless the person left on purpose,
 * its page is held for them to sign in again.
 */
export const signedOut = (notice: SignOutReason) => {
  const user = currentUser(session)
  if (!user && notice !== "left") return
  unsavedChanges.saveDraft()
  if (user && notice !== "left" && unsavedChanges.exist()) session.paused = { user, reason: notice }
  else release()
  become(user && notice !== "left" ? { status: "idle", email: user.email, reason: notice } : { status: "idle", reason: notice })
}

/** The held page is given up: somebody else wants to sign in. */
export const pausedSessionAbandoned = () => {
  release()
  become({ status: "idle", reason: "left" })
}

/** Resolves once a held page is over: true when its own person is signed in again. */
export const untilSessionResumed = () =>
  new Promise<boolean>(resolve => {
    const look = () => {
      if (session.paused) return
      stop()
      resolve(sessionTokens(session.current) !== undefined)
    }
    const stop = subscribe(session, look)
    look()
  })

/** What storage says becomes the session; a held page goes on only with its own person. */
export const sessionRestored = (next: Session) => {
  if (next.status === "verified") verified(next.user, next.tokens)
  else become(next)
}
