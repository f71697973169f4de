/** Sign-in, tokens and sessions (docs/contract.md#authentication). */

export type Role = "Administrator" | "TenantAdmin" | "User"

/** Answer to a request for a code. `timer` is the time until the code expires, in seconds. */
export type CodeSent = {
  timer: number
  /** A path below the API's address: no code was sent, the person signs in at a provider (an extension). */
  provider?: string
}

/** How a session began. */
export const sessionWays = ["code", "provider", "passkey"] as const
export type SessionWay = (typeof sessionWays)[number]

/** Answer to a sign-in and to a refresh. `refreshTokenExpiryTime` is an instant (ISO 8601, UTC). */
export type TokenPair = { token: string; refreshToken: string; refreshTokenExpiryTime: string }

/** The value of a refused refresh after the person ended the session from another one (an extension). */
export type RefreshRefusal = { reason: "elsewhere" }

/**
 * Claims of the access token (docs/contract.md#claims). `iat` and `exp` are seconds since the epoch; `sid` and `rid` are the
 * ids of the session and of its refresh token.
 */
export type TokenClaims = {
  Email: string
  role: Role
  nameidentifier: string
  TenantId?: string
  /** The company that a platform's administrator sees as its own administrator does; equal to `TenantId`. */
  viewAs?: string
  sid: string
  rid: string
  iat: number
  exp: number
}

/** Answer to the call for seeing a company as its administrator does (docs/contract.md#seeing-a-company). */
export type ViewAsToken = { token: string }

/** The signed-in user. */
export type Me = {
  userId: string
  email: string
  role: Role
  tenantId: string | null
  firstName: string
  lastName: string
}

/** A session of the signed-in user. Times are instants (ISO 8601, UTC). */
export type SessionItem = {
  id: string
  userAgent: string
  /** How it began (an extension). */
  way?: SessionWay
  createdAt: string
  lastUsedAt: string
  current: boolean
}
