import { proxy, subscribe } from "valtio/vanilla"
import { unsavedChanges } from "./instances"

/**
 * The session: who is signed in, or the state of signing in (docs/console.md#session). This file reads neither storage nor
 * clock; times are arguments.
 */
export type Role = "Administrator" | "TenantAdmin" | "User"
export type User = { email: string; role: Role; userId: string; tenantId?: string }

/** Times are epoch ms in the browser's clock (docs/contract.md#expiry). */
export type Tokens = { token: string; tokenExpiry: number; refreshToken: string; refreshExpiry: number }

/**
 * A code that was sent. `endsAt`, `requestedAt`: epoch ms; `seconds`: length of the running countdown; `firstSeconds`: length of
 * the first one.
 */
export type SentCode = {
  email: string
  endsAt: number
  seconds: number
  firstSeconds: number
  requestedAt: number
  /** Number of codes that the page has requested by itself. */
  autoResends: number
}

/** What a right code waits for (docs/contract.md#passkeys). `hasPasskey`: whether the person has one, or makes it now. */
type AskedPasskey = { confirmation: string; hasPasskey: boolean }

/**
 * Why the visitor is signed out; the login page shows it. `refused`: the server did not renew the tokens; `elsewhere`: because the
 * person ended the session from another device; `ended`: the session
 * is missing in storage, without a reason from another tab; `left`: the person signed out.
 */
export type SignOutReason = "expired" | "refused" | "elsewhere" | "ended" | "verificationExpired" | "inactive" | "left"

export type Session =
  /** `abandonedCode`: a code that is still valid, for an address that the person has replaced. */
  | { status: "idle"; email?: string; reason?: SignOutReason; deniedTo?: { email: string; role: Role }; abandonedCode?: SentCode }
  | { status: "requesting"; email: string; sent?: SentCode }
  | { status: "awaiting"; sent: SentCode }
  | { status: "verifying"; sent: SentCode }
  /** The code was right, and waits for a passkey. */
  | { status: "confirming"; sent: SentCode; asked: AskedPasskey }
  | { status: "verified"; user: User; tokens: Tokens }
  /** A request for a code or a verification failed with `error`. `sent`: an earlier code that is still awaited. */
  | { status: "failed"; step: "request" | "verification"; email: string; error: unknown; sent?: SentCode }

/** A session that ended over unsaved changes: the page stays until its person signs in again, or abandons it. */
export type PausedSession = { user: User; reason: SignOutReason }

/**
 * A company that an administrator of the platform sees as its own administrator does, in this tab: who they are in it, and their
 * token (docs/contract.md#seeing-a-company). `tokenExpiry`: epoch ms in the browser's clock.
 */
export type Viewing = { user: User; company: string; token: string; tokenExpiry: number }

export type SessionState = { current: Session; paused?: PausedSession; viewing?: Viewing }

export const session = proxy<SessionState>({ current: { status: "idle" } })

const setSession = (next: Session) => {
  session.current = next
}

/** How long a code is awaited after it was requested (docs/console.md#countdown-and-resend). */
export const verificationTtlMs = 15 * 60_000
/** Longest countdown, and the default (docs/contract.md#countdown). */
export const maxCountdownSeconds = 180

export const sentCode = (current: Session): SentCode | undefined => ("sent" in current ? current.sent : undefined)
export const signedInUser = (current: Session): User | undefined => (current.status === "verified" ? current.user : undefined)
/** Returns the person whose page is shown: the one who is signed in, as whom they see a company, or whose session is paused. */
export const currentUser = ({ current, paused, viewing }: SessionState): User | undefined =>
  viewing?.user ?? signedInUser(current) ?? paused?.user
/** Identifies the current person in their company. */
export const personKey = (state: SessionState): string | undefined => {
  const user = currentUser(state)
  return user && `${user.userId} ${user.tenantId ?? ""}`
}
export const sessionTokens = (current: Session): Tokens | undefined =>
  current.status === "verified" ? current.tokens : undefined

/** Returns the access token that calls are sent with. */
export const accessToken = ({ current, viewing }: SessionState): string | undefined =>
  viewing?.token ?? sessionTokens(current)?.token

export const viewingStarted = (viewing: Viewing) => {
  session.viewing = viewing
}

export const viewingEnded = () => {
  delete session.viewing
}

export const codeRequested = (email: string) => setSession({ status: "requesting", email, sent: sentCode(session.current) })

/** @param seconds the server's countdown; @param now epoch ms; @param automatic whether the page requested the code by itself */
export const codeSent = (email: string, seconds: number | undefined, now: number, automatic = false) => {
  const before = sentCode(session.current)
  const length = Math.min(seconds && seconds > 0 ? Math.floor(seconds) : maxCountdownSeconds, maxCountdownSeconds)
  setSession({
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
  setSession({ status: "failed", step: "request", email, error, sent: sentCode(session.current) })

export const codeSubmitted = () => {
  const sent = sentCode(session.current)
  if (sent) setSession({ status: "verifying", sent })
}

export const passkeyAsked = (asked: AskedPasskey) => {
  const sent = sentCode(session.current)
  if (sent) setSession({ status: "confirming", sent, asked })
}

export const verificationFailed = (error: unknown) => {
  const sent = sentCode(session.current)
  if (sent) setSession({ status: "failed", step: "verification", email: sent.email, error, sent })
}

/** Stops awaiting the code. @param reason when its time is over; missing when the person wants to use another address */
export const verificationAbandoned = (reason?: SignOutReason) => {
  const sent = sentCode(session.current)
  if (!sent) return
  setSession(reason ? { status: "idle", email: sent.email, reason } : { status: "idle", email: sent.email, abandonedCode: sent })
}

/** Awaits the code again that was sent to this address, when it is still valid (docs/console.md#sign-in). @returns whether it is */
export const codeResumed = (email: string, now: number): boolean => {
  const { current } = session
  const sent = current.status === "idle" ? current.abandonedCode : sentCode(current)
  if (sent?.email !== email || sent.endsAt <= now) return false
  setSession({ status: "awaiting", sent })
  return true
}

const isSamePerson = (a: User, b: User) => a.userId === b.userId && a.tenantId === b.tenantId

/** Gives up the unsaved changes of the page; they remain stored as a draft. */
const releasePage = () => {
  viewingEnded()
  unsavedChanges.clear()
  delete session.paused
}

/**
 * Signs in, and resumes a paused session of the same person. A person with the role `User` is refused
 * (docs/console.md#roles-and-landing).
 */
export const verified = (user: User, tokens: Tokens) => {
  const previous = session.paused?.user ?? signedInUser(session.current)
  if (previous && (!isSamePerson(previous, user) || user.role === "User")) {
    unsavedChanges.saveDraft()
    releasePage()
  }
  setSession(
    user.role === "User"
      ? { status: "idle", deniedTo: { email: user.email, role: user.role } }
      : { status: "verified", user, tokens },
  )
  delete session.paused
}

/** Replaces the tokens of the session. @param user the person named by the new token, whose role may have changed */
export const tokensRenewed = (tokens: Tokens, user?: User) => {
  const current = session.current
  if (current.status === "verified") verified(user ?? current.user, tokens)
}

/**
 * Ends the session. Unsaved changes are stored as a draft; unless the person signed out, the session is paused over them so
 * that the person can sign in again in place (docs/console.md#signing-out).
 */
export const signedOut = (reason: SignOutReason) => {
  viewingEnded()
  const user = currentUser(session)
  if (!user && reason !== "left") return
  unsavedChanges.saveDraft()
  if (user && reason !== "left" && unsavedChanges.exist()) session.paused = { user, reason }
  else releasePage()
  setSession(user && reason !== "left" ? { status: "idle", email: user.email, reason } : { status: "idle", reason })
}

/** Gives up a paused session, so that somebody else can sign in. */
export const pausedSessionAbandoned = () => {
  releasePage()
  setSession({ status: "idle", reason: "left" })
}

/** Waits for the end of a paused session. @returns whether its person has signed in again */
export const untilSessionResumed = () =>
  new Promise<boolean>(resolve => {
    const checkSession = () => {
      if (session.paused) return
      stop()
      resolve(sessionTokens(session.current) !== undefined)
    }
    const stop = subscribe(session, checkSession)
    checkSession()
  })

/** Takes over the session that storage holds. */
export const sessionRestored = (next: Session) => {
  if (next.status === "verified") verified(next.user, next.tokens)
  else setSession(next)
}
