import { createHash } from "node:crypto"

/** The hash under which a random token is stored: refresh tokens, undo tokens, tokens of invitations. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url")
