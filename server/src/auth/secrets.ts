import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { base62 } from "./base62"

/** The hash under which a random token is stored: refresh tokens, undo tokens, tokens of invitations. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url")

/** A random token for links, 32 letters and digits: mail programs cut a link that ends in another character. */
export const linkToken = (): string => base62(BigInt(`0x${randomBytes(24).toString("hex")}`), 32)

/** Compares secrets in a time that does not depend on where they differ. */
export const isSameSecret = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
