/** Reads a token's claims; never verifies: only the server can. */
export type Claims = {
  email?: string
  role: "Administrator" | "TenantAdmin" | "User"
  userId?: string
  tenantId?: string
  /** Seconds since the epoch. */
  exp?: number
  iat?: number
}

type Raw = Record<string, unknown>

const payloadOf = (token: string): Raw | undefined => {
  const part = token.split(".")[1]
  if (!part) return undefined
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), char => char.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof payload === "object" && payload !== null && !Array.isArray(payload) ? (payload as Raw) : undefined
  } catch {
    return undefined
  }
}

/** A claim by its short name in any case, or as the last segment of a URI claim name (decisions §3). */
const claim = (payload: Raw, name: string) => {
  const key = Object.keys(payload).find(key => key.split("/").at(-1)?.toLowerCase() === name)
  const value = key === undefined ? undefined : payload[key]
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first === "number") return String(first)
  return typeof first === "string" && first.trim() ? first : undefined
}

const seconds = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : undefined)

const roleOf = (text: string | undefined): Claims["role"] => {
  const role = text?.toLowerCase()
  return role === "administrator" ? "Administrator" : role === "tenantadmin" ? "TenantAdmin" : "User"
}

/** @returns undefined for a token that does not parse */
export const claims = (token: string): Claims | undefined => {
  const payload = payloadOf(token)
  if (!payload) return undefined
  return {
    email: claim(payload, "email") ?? claim(payload, "emailaddress"),
    role: roleOf(claim(payload, "role")),
    userId: claim(payload, "nameidentifier"),
    tenantId: claim(payload, "tenantid"),
    exp: seconds(payload.exp),
    iat: seconds(payload.iat),
  }
}
