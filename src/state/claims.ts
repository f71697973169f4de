import { dateClaim, decodeJwt, textClaim } from "../core/http/jwt"
import type { Role } from "./session"

/** Claims of an access token (docs/contract.md#claims). `exp` and `iat` are seconds since the epoch. */
type Claims = { email?: string; role: Role; userId?: string; tenantId?: string; exp?: number; iat?: number }

const roleOf = (text: string | undefined): Role => {
  const role = text?.toLowerCase()
  return role === "administrator" ? "Administrator" : role === "tenantadmin" ? "TenantAdmin" : "User"
}

/** Returns the claims, or undefined for a text that is not a token. An unknown role counts as `User`. */
export const readClaims = (token: string): Claims | undefined => {
  const payload = decodeJwt(token)
  if (!payload) return undefined
  return {
    email: textClaim(payload, "email") ?? textClaim(payload, "emailaddress"),
    role: roleOf(textClaim(payload, "role")),
    userId: textClaim(payload, "nameidentifier"),
    tenantId: textClaim(payload, "tenantid"),
    exp: dateClaim(payload, "exp"),
    iat: dateClaim(payload, "iat"),
  }
}
