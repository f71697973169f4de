import type { Key } from "../../core/i18n"
import type { Notice } from "../../state/session"

/** Why somebody is signed out, in words (S8). */
export const notices: Record<Notice, Key> = {
  expired: "error.sessionExpired",
  inactive: "auth.inactive",
  left: "auth.signedOut",
  verificationExpired: "auth.verificationExpired",
}
