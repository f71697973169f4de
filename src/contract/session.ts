/** Signing in and sessions (docs/contract.md#authentication). */
export type Role = "Administrator" | "TenantAdmin" | "User"

/** The answer to a request for a code: seconds until it expires. */
export type CodeSent = { timer: number }

/** The answer to a code, and to a refresh token. `refreshTokenExpiryTime` is an instant (ISO UTC). */
export type TokenPair = { token: string; refreshToken: string; refreshTokenExpiryTime: string }

/** Claims of the access token; times in seconds since the epoch. `sid` and `rid` are the session and its refresh token. */
export type TokenClaims = {
  Email: string
  role: Role
  nameidentifier: string
  TenantId?: string
  sid: string
  rid: string
  iat: number
  exp: number
}

/** The signed-in person. */
export type Me = {
  userId: string
  email: string
  role: Role
  tenantId: string | null
  firstName: string
  lastName: string
}

/** One of a person's sessions. Times are instants (ISO UTC). */
export type SessionItem = { id: string; userAgent: string; createdAt: string; lastUsedAt: string; current: boolean }
