import { createHash, timingSafeEqual } from "node:crypto"

/** The hash under which a random token is stored: refresh tokens, undo tokens, tokens of invitations. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url")

/** Compares secrets in a time that does not depend on where they differ. */
export const isSameSecret = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
