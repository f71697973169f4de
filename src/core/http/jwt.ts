/** Decodes JSON Web Tokens without verifying them: only the server can verify (docs/contract.md#claims). */
import { isRecord } from "../is-record"

/** Returns the payload, or undefined for a text that is not a token. */
export const decodeJwt = (token: string): Record<string, unknown> | undefined => {
  const encoded = token.split(".")[1]
  if (!encoded) return undefined
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), char => char.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(payload) ? payload : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns a claim as text; of an array, its first entry. Blank texts count as missing.
 * @param name in lower case; matches a claim name in any case, or the last segment of a URI
 */
export const textClaim = (payload: Record<string, unknown>, name: string): string | undefined => {
  const key = Object.keys(payload).find(key => key.split("/").at(-1)?.toLowerCase() === name)
  const value = key === undefined ? undefined : payload[key]
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first === "number") return String(first)
  return typeof first === "string" && first.trim() ? first : undefined
}

/** Returns a date claim such as `exp`, in seconds since the epoch. */
export const dateClaim = (payload: Record<string, unknown>, name: string): number | undefined => {
  const value = payload[name]
  return typeof value === "number" && Number.isFinite(value) ? value : undefined
}
