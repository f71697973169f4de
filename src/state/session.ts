import { proxy } from "valtio/vanilla"

/** Who is signed in, or how far signing in has come (S3, S4). No storage and no clock in here: time is an argument. */
export type Role = "Administrator" | "TenantAdmin" | "User"
export type User = { email: string; role: Role; userId: string; tenantId?: string }

/** Times are epoch milliseconds in the browser's own clock (decisions §3, Expiry). */
export type Tokens = { token: string; tokenExpiry: number; refreshToken: string; refreshExpiry: number }

/** A code that was sent. `endsAt`, `requestedAt`: epoch ms; `seconds`: length of the running countdown, `firstSeconds`: of the first one. */
export type CodeSent = {
  email: string
  endsAt: number
  seconds: number
  firstSeconds: number
  requestedAt: number
  /** Codes asked for without the person's doing (at most 2). */
  autoResends: number
}

/** Why the visitor is signed out: shown once on the login page. */
export type Notice = "expired" | "verificationExpired" | "inactive"

export type Session =
  | { status: "idle"; email?: string; notice?: Notice; deniedTo?: { email: string; role: Role } }
  | { status: "requesting"; email: string; sent?: CodeSent }
  | { status: "awaiting"; sent: CodeSent }
  | { status: "verifying"; sent: CodeSent }
  | { status: "verified"; user: User; tokens: Tokens }
  /** Asking for a code (no `sent`) or giving it (with `sent`) was rejected; `error` is what was thrown. */
  | { status: "failed"; email: string; error: unknown; sent?: CodeSent }

export const session = proxy<{ current: Session }>({ current: { status: "idle" } })

const become = (next: Session) => {
  session.current = next
}

/** A verification session stays valid 15 minutes after its last code (S9). */
export const verificationLife = 15 * 60_000
/** Seconds of the countdown, at most and by default (S9). */
export const maxCountdown = 180

export const sentOf = (current: Session): CodeSent | undefined => ("sent" in current ? current.sent : undefined)
export const userOf = (current: Session): User | undefined => (current.status === "verified" ? current.user : undefined)
export const tokensOf = (current: Session): Tokens | undefined => (current.status === "verified" ? current.tokens : undefined)

export const codeRequested = (email: string) => become({ status: "requesting", email, sent: sentOf(session.current) })

/** @param seconds what the server gave; 180 when it gave none, never more. */
export const codeSent = (email: string, seconds: number | undefined, now: number, automatic = false) => {
  const before = sentOf(session.current)
  const length = Math.min(seconds && seconds > 0 ? Math.floor(seconds) : maxCountdown, maxCountdown)
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

export const codeRefused = (email: string, error: unknown) =>
  become({ status: "failed", email, error, sent: sentOf(session.current) })

export const codeGiven = () => {
  const sent = sentOf(session.current)
  if (sent) become({ status: "verifying", sent })
}

export const verificationRefused = (error: unknown) => {
  const sent = sentOf(session.current)
  if (sent) become({ status: "failed", email: sent.email, error, sent })
}

/** The verification session ran out (15 minutes), or the person wants another address. */
export const verificationLeft = (notice?: Notice) => {
  const current = session.current
  const email = sentOf(current)?.email ?? ("email" in current ? current.email : undefined)
  become(notice ? { status: "idle", email, notice } : { status: "idle", email })
}

/** Signs in; the ordinary user is refused and keeps nothing (S4, decisions §3). */
export const verified = (user: User, tokens: Tokens) =>
  become(
    user.role === "User"
      ? { status: "idle", deniedTo: { email: user.email, role: user.role } }
      : { status: "verified", user, tokens },
  )

export const renewed = (tokens: Tokens, user?: User) => {
  const current = session.current
  if (current.status === "verified") become({ status: "verified", user: user ?? current.user, tokens })
}

export const signedOut = (notice?: Notice) => become(notice ? { status: "idle", notice } : { status: "idle" })

export const restored = (next: Session) => become(next)
